// A few windows, each from its start: while it is open, when it emits, and which events come after that.
const strip = (() => {
  const { report, rowOrder, analysed } = model;
  const dots = report.dots;
  const ROWS = 6, MOST_TICKS = 90;
  let starts = [], members = new Map(), first = 0;

  function gather() {
    const size = report.windows[model.state.window].size_ms;
    members = new Map();
    dots.event_ms.forEach((time, dot) => {
      const start = Math.floor(time / size) * size;
      if (!members.has(start)) members.set(start, []);
      members.get(start).push(dot);
    });
    starts = [...members.keys()].sort((a, b) => a - b);
    // It opens at a well filled window where much is at stake.
    const kept = dots.kept_at[model.state.window];
    const filled = starts.map((start) => members.get(start).length).sort((a, b) => a - b)[starts.length >> 1];
    let worst = 0, most = -1;
    starts.forEach((start, i) => {
      const inside = members.get(start);
      if (inside.length < filled || start < model.view.first - size || start > model.view.last) return;
      const stake = inside.reduce((sum, dot) => sum + (kept[dot] > model.state.index ? 1e6 : 0) + kept[dot], 0);
      if (stake > most) [worst, most] = [i, stake];
    });
    show(worst - 2);
  }

  function show(from) {
    first = Math.max(0, Math.min(from, starts.length - ROWS));
    draw();
  }

  // When an event came, and when a window emits, on one axis: arrival, or else event time as it went forward.
  const came = (dot) => dots.event_ms[dot] + (rowOrder ? Math.max(0, dots.lag_ms[dot]) : dots.lag_ms[dot]);

  // A dot that is kept came before the result, and one that is lost came after it, if its partition is the only one.
  function narrowed(moment, inside) {
    if (moment === null || moment.from === moment.to) return moment;
    let { from, to } = moment;
    for (const dot of inside) {
      if (model.verdict(dot) !== model.LOST) from = Math.max(from, Math.min(came(dot), to));
    }
    if (report.source.partitions === 1) {
      for (const dot of inside) {
        if (model.verdict(dot) === model.LOST) to = Math.min(to, Math.max(came(dot), from));
      }
    }
    return { from, at: Math.min(to, Math.max(from, moment.at)), to };
  }

  function rows() {
    const size = report.windows[model.state.window].size_ms;
    return starts.slice(first, first + ROWS).map((start) => {
      const inside = members.get(start);
      const moment = narrowed(model.emission(start + size), inside);
      return { start, size, inside, emits: moment && moment.at - start,
        off: moment && Math.max(moment.at - moment.from, moment.to - moment.at),
        lost: inside.filter((dot) => model.verdict(dot) === model.LOST).length };
    });
  }

  // What the eye can't tell apart is not "about".
  const vague = (row) => row.off > 0 && words.about(row.emits - row.size - row.off) !== words.about(row.emits - row.size + row.off);

  function note(all) {
    const points = report.progress.max_event_ms.length;
    const most = Math.max(0, ...all.filter((row) => row.emits !== null && vague(row)).map((row) => row.off));
    dom.say("strip-note", most === 0 ? "" :
      `About: this page knows the progress of ${words.count(analysed)} events at ${words.count(points)} points and draws a line between them. The marks shown are off by at most ${words.about(most)}; what is counted above is exact.`);
    dom.byId("strip-note").hidden = most === 0;
  }

  function draw() {
    const all = rows();
    const size = report.windows[model.state.window].size_ms;
    const latest = Math.max(size, ...all.map((row) => row.emits || 0));
    const edge = Math.max(size * 1.2, size + (latest - size) * 1.6);
    dom.byId("strip").replaceChildren(...all.map((row) => line(row, edge)));
    ruler(edge, size);
    note(all);
    dom.byId("earlier").disabled = first === 0;
    dom.byId("later").disabled = first + ROWS >= starts.length;
  }

  function line(row, edge) {
    const at = (ms) => (Math.min(1, Math.max(0, ms / edge)) * 100).toFixed(3) + "%";
    const picture = dom.svg("svg", { class: "row", "aria-hidden": "true", width: "100%", height: 30 });
    picture.append(dom.svg("rect", { class: "open", x: 0, y: 8, height: 14, rx: 3 }));
    picture.firstChild.style.width = `max(3px, ${at(row.size)})`;
    if (row.emits === null) picture.append(dom.svg("line", { class: "waits", x1: at(row.size), x2: "100%", y1: 15, y2: 15 }));
    else if (row.emits > row.size) picture.append(dom.svg("line", { class: "waits", x1: at(row.size), x2: at(row.emits), y1: 15, y2: 15 }));
    const every = Math.ceil(row.inside.length / MOST_TICKS);
    let beyond = 0;
    row.inside.forEach((dot, i) => {
      const verdict = model.verdict(dot);
      if (verdict !== model.LOST && i % every !== 0) return;
      const when = came(dot) - row.start;
      if (when > edge) { beyond += verdict === model.LOST ? 1 : 0; return; }
      const nest = dom.svg("svg", { x: at(when), y: 15, overflow: "visible", class: ["on-time", "behind", "lost"][verdict] });
      nest.append(verdict === model.LOST ? dom.svg("path", { class: "line", d: "M-4-4 4 4M4-4-4 4" })
        : verdict === model.BEHIND ? dom.svg("path", { class: "fill", d: "M0-4 4 3.5H-4z" })
        : dom.svg("line", { class: "line", x1: 0, x2: 0, y1: -4, y2: 4 }));
      picture.append(nest);
    });
    if (row.emits !== null) {
      picture.append(dom.svg("svg", { x: at(row.emits), y: 15, overflow: "visible", class: "emits" },
        dom.svg("path", { class: "fill", d: "M0-9 6.5 0 0 9-6.5 0z" })));
    }
    const incr = row.size >= words.MINUTE && row.size % words.MINUTE === 0 ? words.MINUTE : row.size >= words.SECOND ? words.SECOND : 1;
    const name = row.size >= words.DAY ? words.date(row.start) : words.day(row.start) + ", " + words.clock(row.start, incr);
    const verdict = row.emits === null ? "still open when the history ends" : "emits " + (vague(row) ? "about " : "") + words.about(Math.max(0, row.emits - row.size)) + " after its end";
    const losses = row.lost === 0 ? "" : ` · ${words.count(row.lost)} of ${words.plural(row.inside.length, "dot", "dots")} lost` + (beyond === 0 ? "" : beyond === row.lost ? ", further right" : `, ${words.count(beyond)} further right`);
    const facts = { "data-start": row.start, "data-emits": row.emits === null ? null : row.start + row.emits, "data-off": row.off, "data-lost": row.lost };
    return dom.element("li", facts, dom.element("span", { class: "when" }, name), picture, dom.element("span", { class: "what" }, verdict + losses));
  }

  function ruler(edge, size) {
    const mark = (ms, text) => {
      const tick = dom.element("span", { class: ms > edge * 0.85 ? "leftward" : null }, text);
      tick.style.left = (ms / edge) * 100 + "%";
      return tick;
    };
    const marks = size > edge * 0.12 ? [mark(0, "start"), mark(size, "end")] : [mark(0, "window")];
    const rest = edge - size;
    if (rest > edge * 0.25) {
      const round = charts.roundBelow(rest * 0.7);
      if (round > rest * 0.2) marks.push(mark(size + round, "+" + words.tick(round)));
    }
    dom.byId("strip-axis").replaceChildren(...marks);
  }

  function start() {
    dom.say("strip-text", (rowOrder
      ? "Without arrival times, the axis is event time as it went forward."
      : "Each row starts with its window and runs in arrival time.") +
      " The mark is the first arrival whose watermark passes the window’s end." +
      (report.source.partitions > 1 ? " A window waits for the slowest partition; each event is judged by its own." : ""));
    dom.byId("strip-legend").append(dom.key("bar", "window"), dom.key("emits", "emits its result"), dom.key("lost", "an event that comes too late"));
    dom.byId("earlier").addEventListener("click", () => show(first - ROWS));
    dom.byId("later").addEventListener("click", () => show(first + ROWS));
    gather();
    if (starts.length === 0) {
      dom.byId("strip-axis").hidden = true;
      dom.byId("strip").append(dom.element("li", { class: "empty" }, "There is no window to show."));
    }
  }

  function change(before) {
    if (before.window !== model.state.window) gather();
    else if (starts.length > 0) draw();
  }

  return { start, change };
})();
