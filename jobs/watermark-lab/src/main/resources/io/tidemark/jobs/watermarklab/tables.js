// The tables below the charts.
const tables = (() => {
  const { report, grid, answer, analysed } = model;
  const windows = report.windows;
  const lostTitle = (window) => `lost to its ${windows.length > 1 ? window.name + " " : ""}window`;
  const share = (part, all) => `${words.count(part)} (${words.lostShare(part, all)})`;
  const orUnknown = (ms) => (ms === null ? words.UNKNOWN : words.about(ms));
  const orBeyond = (ms) => (ms === null || ms === undefined ? "more than " + words.exact(grid[grid.length - 1]) : words.exact(ms));

  function reaching() {
    dom.byId("reaching-section").hidden = analysed === 0 || report.reaching.length === 0;
    const corrected = report.reaching.some((row) => [row.corrected_delay_ms, ...row.corrected_window_delay_ms].some((ms) => ms !== null));
    dom.say("reaching-text", "The smallest delay that keeps a share of all events: ahead of the watermark, or in time for their window. " +
      "A window forgives what comes while it is open, so it asks for less." +
      (corrected ? " Corrected counts in what had not arrived yet; unknown where the history is too short to tell."
        : " None can be corrected for what had not arrived yet: the history is too short to tell."));
    const columns = [{ title: "share", cell: (row) => words.target(row.share) }];
    for (let w = 0; w < windows.length; w++) {
      columns.push({ title: `in time for its ${windows[w].name} window`, number: true, cell: (row) => orBeyond(row.window_delay_ms[w]) });
      if (corrected) columns.push({ title: "corrected", number: true, cell: (row) => orUnknown(row.corrected_window_delay_ms[w]) });
    }
    columns.push({ title: "not behind the watermark", number: true, cell: (row) => orBeyond(row.delay_ms) });
    if (corrected) {
      columns.push({ title: "corrected", number: true, cell: (row) => orUnknown(row.corrected_delay_ms) });
    }
    dom.table("reaching", "Delays that reach a share", columns, report.reaching);
  }

  function lateness() {
    const { lag, disorder } = report;
    const rows = [["lag", lag], ["disorder", disorder]].filter(([, values]) => values).map(([name, values]) => ({ name, values }));
    dom.byId("lateness-section").hidden = rows.length === 0;
    if (rows.length === 0) return;
    const said = ["Lag is how long after it happened an event arrived; disorder is how far it lies behind the newest before it. Only disorder asks for waiting."];
    if (disorder) said.push(`${words.plural(disorder.out_of_order, "event", "events")} (${words.lostShare(disorder.out_of_order, analysed)}) came out of order.`);
    if (lag && lag.negative > 0) said.push(`${words.plural(lag.negative, "event", "events")} arrived before the time that they are stamped with; in this table their lag is 0.`);
    dom.say("lateness-text", said.join(" "));
    const quantiles = [["p50", "half"], ["p90", "90%"], ["p95", "95%"], ["p99", "99%"], ["p999", "99.9%"], ["max", "all"]];
    dom.table("lateness", "Quantiles of lag and disorder",
      [{ title: "at most", cell: (row) => row.name },
        ...quantiles.map(([field, title]) => ({ title, number: true, cell: (row) => words.about(row.values[field]) }))], rows);
  }

  function truncation() {
    const found = report.truncation;
    const section = dom.byId("truncation");
    section.hidden = !found;
    if (section.hidden) return;
    dom.say("truncation-text", "Stragglers among the newest events were still on their way when the history ended, so quantiles that are simply counted come out too low. " +
      (found.unseen_share === null ? "How many of the events of this span are missing in it is unknown: the history is too short to tell."
        : `An estimated ${words.estimate(found.unseen_share)} of the events of this span is not in it.`));
    dom.say("truncation-method", "Method: " + found.method + ".");
    const rows = [];
    for (const [name, both] of [["lag", found.lag], ["disorder", found.disorder]]) {
      if (!both) continue;
      rows.push({ name: name + ", as counted", values: both.naive }, { name: name + ", corrected", values: both.corrected });
    }
    const quantiles = [["p50", "half"], ["p90", "90%"], ["p95", "95%"], ["p99", "99%"]];
    dom.table("truncation-table", "Quantiles as counted and corrected",
      [{ title: "at most", cell: (row) => row.name },
        ...quantiles.map(([field, title]) => ({ title, number: true, cell: (row) => orUnknown(row.values[field]) }))], rows);
  }

  function partitions() {
    dom.byId("partitions-section").hidden = report.partitions.length === 0;
    dom.table("partitions", "Partitions at the recommended delay", [
      { title: "partition", cell: (row) => row.partition },
      { title: "events", number: true, cell: (row) => words.count(row.events) },
      { title: "behind the watermark", number: true, cell: (row) => share(row.behind, row.events) },
      { title: lostTitle(windows[answer ? answer.window : 0]), number: true, cell: (row) => share(row.lost, row.events) },
      { title: "99% have a disorder of at most", number: true, cell: (row) => words.about(row.disorder_p99) },
      ...(model.rowOrder ? [] : [{ title: "99% have a lag of at most", number: true, cell: (row) => words.about(row.lag_p99) }]),
    ], report.partitions);
  }

  function keys() {
    dom.byId("keys-section").hidden = report.worst_keys.length === 0;
    dom.table("keys", "The worst keys at the recommended delay", [
      { title: "key", cell: (row) => dom.element("span", { class: "key-name" }, row.key === "" ? "(empty)" : row.key) },
      { title: "events", number: true, cell: (row) => words.count(row.events) },
      { title: "behind the watermark", number: true, cell: (row) => share(row.behind, row.events) },
      { title: lostTitle(windows[answer ? answer.window : 0]), number: true, cell: (row) => share(row.lost, row.events) },
      { title: "greatest disorder", number: true, cell: (row) => words.about(row.disorder_max) },
    ], report.worst_keys);
  }

  function ledger() {
    const events = report.events;
    const rejected = Object.entries(events.rejected);
    const sum = rejected.reduce((total, [, n]) => total + n, events.analysed);
    const rows = [
      { name: "analysed", n: events.analysed, note: "in every number of this page" },
      ...rejected.map(([reason, n]) => ({ name: "rejected", n, note: reason.replaceAll("_", " ") })),
      { name: "sum", n: sum, note: "of these lines", emphasis: "total" },
      { name: "in", n: events.in, note: sum === events.in ? "read · adds up" : "read · DOES NOT ADD UP", emphasis: "total" },
    ];
    dom.table("ledger", "The ledger", [
      { title: "records", cell: (row) => row.name },
      { title: "number", number: true, cell: (row) => words.count(row.n) },
      { title: "", cell: (row) => row.note },
    ], rows);
    dom.say("ledger-text", events.ahead === 0 ? "No event was found to be stamped further ahead than can be."
      : `Of the analysed, ${words.plural(events.ahead, "event was", "events were")} stamped further ahead of the arrival than can be: judged like any other, without moving the watermark.`);
  }

  // Long, and seldom looked at: built when it is opened.
  function everyDelay() {
    const w = model.state.window;
    const rows = grid.map((delay, i) => ({ i, ...model.at(i, w), emphasis: answer && answer.index === i ? "advice-row" : null }));
    dom.table("curve-table", "Every delay of the grid", [
      { title: "delay", number: true, cell: (row) => words.exact(row.delay) },
      { title: "in time", number: true, cell: (row) => words.keptShare(row.lost, analysed) },
      { title: `lost to its ${windows[w].name} window`, number: true, cell: (row) => words.count(row.lost) },
      { title: "behind the watermark", number: true, cell: (row) => share(row.behind, analysed) },
      { title: "result after the end", number: true, cell: (row) => words.about(row.latency) },
      { title: "windows open", number: true, cell: (row) => words.mean(row.open) },
    ], rows);
  }

  function start() {
    reaching();
    lateness();
    truncation();
    partitions();
    keys();
    ledger();
    const details = dom.byId("all-delays");
    details.addEventListener("toggle", () => details.open && everyDelay());
  }

  function change(before) {
    if (before.window !== model.state.window && dom.byId("all-delays").open) everyDelay();
  }

  return { start, change };
})();
