// What each delay of the grid buys and costs. Completeness is drawn by nines: 90, 99, 99.9% lie evenly.
const curves = (() => {
  const { report, grid, answer, analysed } = model;
  const scale = charts.stretch(grid.slice(1).concat(grid.length > 1 ? [] : [1000]));
  const xs = grid.map(scale.to);
  const moved = [];
  let curve = null, latency = null, open = null, latencyScale = null;

  const top = Math.max(1, Math.log10(Math.max(1, analysed))) + 0.35;
  const nines = (missing) => (missing <= 0 ? top : Math.min(top, -Math.log10(missing / analysed)));
  const inTime = () => report.delays.lost[model.state.window].map(nines);
  const ahead = () => report.delays.behind.map(nines);

  function nineTicks() {
    const ticks = [0];
    for (let n = 1; n < top - 0.3; n++) ticks.push(n);
    return ticks.concat(top);
  }
  const nineText = (y) => (y >= top ? "all" : y === 0 ? "0%" : words.target(1 - 10 ** -y));

  const xAxis = (more) => charts.durationAxis(scale, "x", "x", { size: 34, ...more });
  const xScale = { time: false, range: () => [0, Math.max(scale.to(grid[grid.length - 1]), 0.1)] };
  const line = (colour, more) => ({ stroke: () => charts.ink(colour), width: 2, points: { show: false }, ...more });

  function follow(chart, labelled) {
    const here = charts.pointer(chart, "here", null);
    const advice = answer ? charts.pointer(chart, "advice", labelled ? model.advices : null) : null;
    const update = () => {
      here(xs[model.state.index]);
      if (advice) advice(xs[answer.index]);
    };
    moved.push(update);
    chart.hooks.setSize = (chart.hooks.setSize || []).concat(update);
    chart.hooks.draw = (chart.hooks.draw || []).concat(update);
    chart.over.addEventListener("pointerdown", (down) => {
      const drag = (event) => model.pick({ index: model.nearest(scale.back(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, "x"))) });
      drag(down);
      chart.over.setPointerCapture(down.pointerId);
      chart.over.onpointermove = drag;
      chart.over.onpointerup = chart.over.onpointercancel = () => { chart.over.onpointermove = null; };
    });
    update();
  }

  function costs(chart) {
    const w = model.state.window;
    return chart === "latency" ? report.delays.latency_ms[w].map((v) => (v === null ? null : latencyScale.to(v))) : report.delays.open_windows[w];
  }

  function start() {
    const legend = dom.byId("curve-legend");
    legend.append(dom.lineKey("in time for its window", "accent"), dom.lineKey("not behind the watermark", "behind", [5, 4]),
      dom.lineKey("the slider", "ink"), answer ? dom.lineKey("recommended", "accent", [2, 3]) : "");
    dom.say("curve-text", "Each step up is ten times fewer losses. Click or drag in it to move the slider.");
    if (analysed === 0) {
      for (const id of ["curve", "latency-curve", "open-curve"]) {
        dom.byId(id).append(dom.element("p", { class: "empty" }, "There is nothing to count."));
      }
      return;
    }
    curve = charts.add("curve", {
      scales: { x: xScale, y: { range: () => [0, top + 0.08] } },
      series: [{}, line("accent", { width: 2.5 }), line("behind", { dash: [5, 4] })],
      axes: [xAxis(), charts.axis({ splits: nineTicks, values: (u, ticks) => ticks.map(nineText), size: 24 + 8 * Math.max(5, Math.ceil(top) + 2) })],
    }, [xs, inTime(), ahead()], { ratio: 0.36, least: 240, most: 360 });
    latencyScale = charts.stretch(report.delays.latency_ms.flat().filter((v) => v !== null));
    latency = charts.add("latency-curve", {
      scales: { x: xScale, y: { range: charts.room(1) } },
      series: [{}, line("accent")],
      axes: [xAxis(), charts.durationAxis(latencyScale, "y", "y", { size: 58 })],
    }, [xs, costs("latency")], { ratio: 0.5, least: 180, most: 240 });
    open = charts.add("open-curve", {
      scales: { x: xScale, y: { range: (u, min, max) => [0, Math.max(1, max || 0) * 1.06] } },
      series: [{}, line("accent")],
      axes: [xAxis(), charts.axis({ size: 58, values: (u, ticks) => ticks.map(words.mean) })],
    }, [xs, costs("open")], { ratio: 0.5, least: 180, most: 240 });
    follow(curve, true);
    follow(latency, false);
    follow(open, false);
  }

  function change(before) {
    if (before.window !== model.state.window && curve) {
      curve.setData([xs, inTime(), ahead()]);
      latency.setData([xs, costs("latency")]);
      open.setData([xs, costs("open")]);
    }
    moved.forEach((update) => update());
  }

  return { start, change };
})();
