// The second tab: every strategy over the same history.
const strategies = (() => {
  const { report, analysed } = model;
  const list = report.strategies;
  // Eight colours and as many dashes, so that no two look alike, nor any of eight in grey.
  const DASHES = [null, [8, 4], [2, 3], [10, 3, 2, 3], [5, 3], [1, 4], [12, 4], [6, 2, 1, 2, 1, 2]];
  const dash = (i) => DASHES[(i + Math.floor(i / 8)) % DASHES.length];
  const colour = (i) => "series-" + ((i % 8) + 1);
  let drawn = false;

  function draw() {
    if (drawn || list.length === 0) return;
    drawn = true;
    const scale = charts.stretch(list.flatMap((strategy) => strategy.series.delay_ms));
    const joined = uPlot.join(list.map((strategy) => steps(strategy.series, scale)));
    charts.add("strategies-chart", {
      scales: { x: charts.timeScale(...shown()), y: { range: charts.room(1, 0.08) } },
      series: [{}, ...list.map((strategy, i) => ({
        label: strategy.name, stroke: () => charts.ink(colour(i)), width: 2, dash: dash(i) || undefined,
        spanGaps: true, points: { show: strategy.series.event_ms.length < 2 }, paths: uPlot.paths.stepped({ align: 1 }),
      }))],
      axes: [charts.timeAxis(), charts.durationAxis(scale, "y", "y", { size: 58 })],
    }, joined, { ratio: 0.42, least: 260, most: 400 });
  }

  function shown() {
    const { first, last } = model.view;
    return first < last ? [first, last] : [Math.min(...ends(0)), Math.max(...ends(-1))];
  }

  const ends = (at) => list.map((strategy) => strategy.series.event_ms.at(at)).filter((time) => time !== undefined);

  // One value a moment, the last; it holds until the next, so that it is known at both edges of the view.
  function steps(series, scale) {
    const times = series.event_ms;
    const byTime = new Map();
    times.forEach((time, i) => byTime.set(time, scale.to(series.delay_ms[i])));
    for (const edge of shown()) {
      const before = times.findLastIndex((time) => time <= edge);
      if (before >= 0) byTime.set(edge, scale.to(series.delay_ms[before]));
    }
    const sorted = [...byTime].sort((one, other) => one[0] - other[0]);
    return [sorted.map(([time]) => time), sorted.map(([, value]) => value)];
  }

  function start() {
    dom.say("strategies-text", list.length === 0 ? "No strategy was run against this history."
      : `The same ${words.count(analysed)} events, once through each strategy. Less waiting and fewer losses are both better; they pull against each other.`);
    if (list.length === 0) {
      dom.byId("strategies-chart").append(dom.element("p", { class: "empty" }, "There is nothing to compare."));
      return;
    }
    dom.byId("strategies-legend").append(...list.map((strategy, i) => dom.lineKey(strategy.name, colour(i), dash(i))));
    dom.table("strategies", "Strategies", [
      { title: "strategy", cell: (row) => row.name },
      { title: "mean wait", number: true, cell: (row) => words.about(row.mean_wait_ms) },
      { title: "no watermark yet", number: true, cell: (row) => `${words.count(row.no_watermark)} (${words.lostShare(row.no_watermark, analysed)})` },
      { title: "behind the watermark", number: true, cell: (row) => `${words.count(row.behind)} (${words.lostShare(row.behind, analysed)})` },
      ...report.windows.map((window, w) => ({ title: `lost to its ${window.name} window`, number: true,
        cell: (row) => `${words.count(row.lost[w])} (${words.lostShare(row.lost[w], analysed)})` })),
    ], list);
    dom.byId("strategies-notes").append(...NOTES.map(([what, text]) =>
      dom.element("li", {}, dom.element("strong", {}, what), " " + (text || boundedNote()))));
    // The line is long, and belongs below its strategy more than beside it.
    dom.byId("strategies").querySelectorAll("tbody tr").forEach((line, i) => {
      line.className = "strategy";
      line.firstChild.prepend(dom.lineKey("", colour(i), dash(i)).firstChild);
      line.after(dom.element("tr", { class: "line-of" },
        dom.element("td", { colspan: line.children.length },
          dom.element("span", {}, dom.element("code", {}, list[i].java), dom.copyButton(list[i].java, list[i].name)))));
    });
  }

  // What the table means, and why some strategies are not in it.
  const NOTES = [
    ["Mean wait", "is how far the watermark trails the newest event, on average over all events. Where a strategy has no watermark yet, an event counts the time since the first event of its partition: so long has everything been waiting. So the numbers compare."],
    ["No watermark yet:", "events that passed while a strategy was still learning, or did not know its keys yet. Nothing is late then, and no window gives a result."],
    ["Bounded", null],
    ["Punctuated watermarks", "are not tried: they follow marks by which a sender says that everything before a time has been sent, and there are none among these events."],
    ["Idle-advancing watermarks", "are not tried: they go on with the wall clock while nothing comes, and only live; a history that is read anew has no such clock."],
    ["Aligned watermarks", "are not tried: they decide when a partition is read and not what is late in it, so their numbers are those of the strategy that they wrap."],
  ];

  function boundedNote() {
    const step = model.answer ? report.delays.step_ms[model.answer.index] : 1;
    return "was not run: its counts are those of the grid, exactly. Its watermark moves in steps of 1% of the delay" +
      ` (here ${words.exact(step)}), so its mean wait is computed, as delay + (step − 1 ms) / 2.`;
  }

  return { start, draw };
})();
