// The answer on top, the slider, the tabs, the theme, and the printer.
const page = (() => {
  const { report, grid, answer, analysed, state } = model;
  const slider = dom.byId("delay");
  let frame = 0, quiet = 0;

  function headline() {
    if (!answer) return analysed === 0 ? "There was no event to analyse." : "No delay of the grid is enough.";
    const window = report.windows[answer.window];
    const at = model.at(answer.index, answer.window);
    const share = words.keptShare(at.lost, analysed);
    const missed = answer.completeness < answer.asked ? `No delay keeps ${words.target(answer.asked)}. ` : "";
    const wait = answer.delay_ms === 0 ? "Don’t wait" : "Wait " + words.exact(answer.delay_ms);
    const cost = at.latency === null ? "." : `, whose result comes ${words.about(at.latency)} after its end.`;
    return `${missed}${wait}: ${share} of all events arrive in time for their ${words.windowNoun(window)}${cost}`;
  }

  function top() {
    const { source, span } = report;
    dom.say("headline", headline());
    const arrival = model.rowOrder ? "in row order" : "arrival from " + source.arrival;
    dom.say("source", [source.name, words.plural(analysed, "event", "events"),
      span ? (span.first_event === span.last_event ? "all of " + words.moment(span.first_event, 1) : words.span(span.first_event, span.last_event)) : null,
      "event time from " + source.event, arrival,
      source.partitions > 1 ? words.count(source.partitions) + " partitions" : null].filter(Boolean).join(" · "));
    document.title = source.name + " · " + headline();
    dom.say("reason", answer ? answer.reason : "");
    dom.byId("line").hidden = !answer;
    if (answer) {
      dom.say("java", answer.java);
      dom.byId("line").append(dom.copyButton(answer.java, "the recommendation"));
    }
    dom.byId("notes").append(...report.warnings.map((warning) =>
      dom.element("li", {}, dom.element("strong", {}, TITLES[warning.code] || "Note"), dom.element("span", {}, warning.text))));
    dom.say("made", "Made " + words.moment(report.made_at) + " by Tidemark’s watermark lab. Times are UTC. This file holds everything it shows and asks the network for nothing.");
  }

  const TITLES = {
    lag_without_disorder: "Waiting buys nothing", clocks_ahead: "Clocks run ahead", far_apart: "Events lie far apart", mixed_units: "Mixed units of time",
    two_populations: "Two populations", old_block: "Old events in a block", sorted_by_event_time: "Suspiciously in order", one_moment: "All at one moment", no_result: "No window ended", partitions_apart: "Partitions lie apart", arrivals_out_of_order: "Rows out of order", truncated: "The end is missing", few_events: "Few events", rejected_rows: "Rows left out",
  };

  function sentence() {
    const at = model.at();
    const window = report.windows[state.window].name;
    return `${words.spoken(at.delay)}: ${words.keptShare(at.lost, analysed)} in time for ${window} windows, ` +
      `${words.plural(at.lost, "event", "events")} lost, result ${at.latency === null ? "never within this history" : words.about(at.latency) + " after the end"}`;
  }

  function numbers() {
    const at = model.at();
    dom.say("delay-text", words.exact(at.delay));
    dom.say("completeness", words.keptShare(at.lost, analysed));
    dom.say("kept", `${words.count(analysed - at.lost)} of ${words.count(analysed)}`);
    dom.say("lost", words.count(at.lost));
    const ofAll = (n) => (analysed === 0 ? "" : words.lostShare(n, analysed) + " of all events");
    dom.say("lost-share", ofAll(at.lost));
    dom.say("behind", words.count(at.behind));
    dom.say("behind-share", ofAll(at.behind));
    dom.say("latency", words.about(at.latency));
    dom.say("latency-note", at.latency === null ? "no window emits within this history" : "from a window’s end to its result");
    dom.say("open", words.mean(at.open));
    slider.setAttribute("aria-valuetext", sentence());
    slider.style.setProperty("--at", grid.length > 1 ? state.index / (grid.length - 1) : 0);
  }

  function changed(before) {
    if (Number(slider.value) !== state.index) slider.value = state.index;
    dom.byId("window").value = state.window;
    numbers();
    if (!frame) {
      // Of all that came since, only the last is drawn.
      const since = before;
      frame = requestAnimationFrame(() => {
        frame = 0;
        scatter.colour();
        curves.change(since);
        strip.change(since);
        tables.change(since);
      });
    }
    clearTimeout(quiet);
    quiet = setTimeout(() => dom.say("spoken", sentence()), 700);
  }

  function controls() {
    slider.max = Math.max(0, grid.length - 1);
    slider.value = state.index;
    slider.disabled = grid.length < 2 || analysed === 0;
    slider.addEventListener("input", () => model.pick({ index: Number(slider.value) }));
    const choice = dom.byId("window");
    report.windows.forEach((window, w) => choice.append(dom.element("option", { value: w }, window.name)));
    choice.value = state.window;
    choice.disabled = report.windows.length < 2;
    choice.addEventListener("change", () => model.pick({ window: Number(choice.value) }));
    const back = dom.byId("recommended");
    back.hidden = !answer;
    if (answer) {
      const place = grid.length > 1 ? answer.index / (grid.length - 1) : 0;
      back.style.setProperty("--at", place);
      back.setAttribute("aria-label", model.advices[0]);
      const fit = () => {
        const thumb = parseFloat(getComputedStyle(slider).getPropertyValue("--thumb"));
        const width = slider.clientWidth;
        if (width > 0) back.classList.toggle("leftward", dom.fitBeside(back, model.advices, thumb / 2 + (width - thumb) * place, width, 0));
      };
      fit();
      new ResizeObserver(fit).observe(slider);
      back.addEventListener("click", () => { model.pick({ index: answer.index, window: answer.window }); slider.focus(); });
    }
  }

  const tabs = ["delay", "strategies"].map((name) => ({ tab: dom.byId("tab-" + name), panel: dom.byId("panel-" + name) }));

  function select(chosen) {
    tabs.forEach(({ tab, panel }, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      panel.hidden = i !== chosen;
    });
    if (chosen === 1) strategies.draw();
    charts.fit();
  }

  function tabKeys(event) {
    const now = tabs.findIndex(({ tab }) => tab === event.target);
    const next = { ArrowRight: (now + 1) % tabs.length, ArrowLeft: (now + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    tabs[next].tab.focus();
  }

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);

  function theme(name) {
    if (name) root.dataset.theme = name;
    else delete root.dataset.theme;
    dom.byId("theme").textContent = isDark() ? "Light theme" : "Dark theme";
    charts.redraw();
  }

  // On paper both tabs stand below each other, in ink on white.
  let kept = null;
  function toPaper() {
    if (kept) return;
    kept = { theme: root.dataset.theme, chosen: tabs.findIndex(({ panel }) => !panel.hidden) };
    root.classList.add("paper");
    tabs.forEach(({ panel }) => { panel.hidden = false; });
    theme("light");
    strategies.draw();
    charts.fit();
  }
  function fromPaper() {
    if (!kept) return;
    root.classList.remove("paper");
    select(kept.chosen);
    theme(kept.theme);
    kept = null;
  }

  function start() {
    top();
    controls();
    numbers();
    scatter.start();
    curves.start();
    strip.start();
    tables.start();
    strategies.start();
    model.onChange(changed);
    tabs.forEach(({ tab }, i) => {
      tab.addEventListener("click", () => select(i));
      tab.addEventListener("keydown", tabKeys);
    });
    dom.byId("theme").addEventListener("click", () => theme(isDark() ? "light" : "dark"));
    dark.addEventListener("change", () => theme(root.dataset.theme));
    addEventListener("beforeprint", toPaper);
    addEventListener("afterprint", fromPaper);
    theme(null);
  }

  return { start };
})();
page.start();
