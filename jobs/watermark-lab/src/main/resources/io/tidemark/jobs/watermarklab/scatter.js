// Each sampled event a dot at (event time, lag), by what the picked delay makes of it.
const scatter = (() => {
  const { report, rowOrder } = model;
  const dots = report.dots;
  const total = dots.event_ms.length;
  const { view } = model;
  // Nor may a few clocks that run hours ahead.
  const AHEAD = -words.MINUTE;
  const few = dots.lag_ms.filter((lag) => lag < AHEAD).length <= total / 20;
  const order = Array.from({ length: total }, (_, i) => i)
    .filter((i) => dots.event_ms[i] >= view.first && dots.event_ms[i] <= view.last)
    .filter((i) => rowOrder || !few || dots.lag_ms[i] >= AHEAD)
    .sort((a, b) => dots.event_ms[a] - dots.event_ms[b]);
  const drawn = order.length;
  const measure = rowOrder ? "disorder" : "lag";
  const scale = charts.stretch(order.map((i) => dots.lag_ms[i]));
  const xs = order.map((i) => dots.event_ms[i]);
  const ys = order.map((i) => scale.to(dots.lag_ms[i]));
  const places = { x: new Float32Array(drawn), y: new Float32Array(drawn) };
  // Most events are on time at every delay: they are drawn once, and the others over them at every move.
  const still = dom.element("canvas", { class: "dots", "aria-hidden": "true" });
  const moving = dom.element("canvas", { class: "dots", "aria-hidden": "true" });
  const [calm, wavering] = [[], []];
  order.forEach((dot, i) => (dots.ok_at[dot] === 0 ? calm : wavering).push(i));
  let chart = null;
  let sprites = null;
  let ratio = 1;

  const SHAPES = [
    ["on-time", (c, r) => { c.globalAlpha = 0.5; c.arc(0, 0, r * 0.6, 0, 7); c.fill(); }],
    ["behind", (c, r) => { c.moveTo(0, -r); c.lineTo(r * 0.95, r * 0.75); c.lineTo(-r * 0.95, r * 0.75); c.closePath(); c.fill(); }],
    ["lost", (c, r) => { const s = r * 0.85; c.moveTo(-s, -s); c.lineTo(s, s); c.moveTo(s, -s); c.lineTo(-s, s); c.lineWidth = r * 0.42; c.stroke(); }],
  ];

  // Each shape is drawn once and then stamped: thousands of dots follow a finger.
  function cut() {
    const radius = 4 * ratio;
    const side = Math.ceil(radius * 2 + 4);
    sprites = SHAPES.map(([name, draw]) => {
      const sprite = dom.element("canvas", { width: side, height: side });
      const c = sprite.getContext("2d");
      c.translate(side / 2, side / 2);
      c.fillStyle = c.strokeStyle = charts.ink(name);
      c.beginPath();
      draw(c, radius);
      return sprite;
    });
  }

  function place(u) {
    ratio = window.devicePixelRatio || 1;
    for (const canvas of [still, moving]) {
      canvas.width = Math.max(1, Math.round(u.over.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(u.over.clientHeight * ratio));
    }
    for (let i = 0; i < drawn; i++) {
      places.x[i] = u.valToPos(xs[i], "x") * ratio;
      places.y[i] = u.valToPos(ys[i], "y") * ratio;
    }
    cut();
    stamp(still, model.ON_TIME, calm);
    colour();
  }

  function stamp(canvas, verdict, which) {
    const c = canvas.getContext("2d");
    const half = sprites[0].width / 2;
    for (const i of which) c.drawImage(sprites[verdict], places.x[i] - half, places.y[i] - half);
  }

  function colour() {
    const counts = [0, 0, 0];
    for (let dot = 0; dot < total; dot++) counts[model.verdict(dot)]++;
    const piles = [[], [], []];
    for (const i of wavering) piles[model.verdict(order[i])].push(i);
    SHAPES.forEach(([name], v) => dom.say("dots-" + name, TEXTS[v] + words.count(counts[v])));
    if (!sprites) return;
    moving.getContext("2d").clearRect(0, 0, moving.width, moving.height);
    // What is lost lies on top.
    piles.forEach((pile, verdict) => stamp(moving, verdict, pile));
  }

  const TEXTS = ["on time ", "behind the watermark, window still open ", "lost to its window "];

  function near(left, top) {
    let best = -1, least = 14 * ratio;
    for (let i = 0; i < drawn; i++) {
      const distance = Math.hypot(places.x[i] - left * ratio, places.y[i] - top * ratio);
      if (distance < least) { least = distance; best = i; }
    }
    return best;
  }

  function tip(event) {
    const tip = dom.byId("tip");
    const box = chart.over.getBoundingClientRect();
    const i = near(event.clientX - box.left, event.clientY - box.top);
    tip.hidden = i < 0;
    if (i < 0) return;
    const dot = order[i];
    const kept = dots.kept_at[model.state.window][dot];
    const from = kept === 0 ? "never lost to its window"
      : kept < model.grid.length ? "kept from a delay of " + words.exact(model.grid[kept]) + " on"
      : "lost at every delay of the grid";
    tip.replaceChildren(
      dom.element("strong", {}, words.about(dots.lag_ms[dot]) + " " + measure),
      dom.element("span", {}, words.moment(dots.event_ms[dot], 1)),
      dom.element("span", {}, from + (report.source.partitions > 1 ? " · partition " + dots.partition[dot] : "")));
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.max(8, event.clientY - tip.offsetHeight - 12) + "px";
  }

  function start() {
    const sample = total < dots.sampled_from
      ? `${words.count(total)} of ${words.count(dots.sampled_from)} events, sampled; the numbers above count all of them.`
      : `${total === 1 ? "The one event" : "All " + words.count(total) + " events"}.`;
    dom.say("scatter-title", "Every event: when it happened, and its " + measure);
    const height = rowOrder
      ? "The rows hold no arrival time: the height is how far an event lies behind the newest before it."
      : "The height is how long after it happened it arrived.";
    const hidden = drawn === total ? ""
      : ` Not drawn: ${words.plural(total - drawn, "dot", "dots")} stamped with a time far from all others, or well ahead of the arrival.`;
    dom.say("scatter-text", sample + " " + height + hidden);
    dom.byId("scatter-legend").append(...SHAPES.map(([name]) => dom.key(name, "", "dots-" + name)));
    if (drawn === 0) {
      dom.byId("scatter").append(dom.element("p", { class: "empty" }, "There is no event to show."));
      colour();
      return;
    }
    chart = charts.add("scatter", {
      scales: { x: charts.timeScale(xs[0], xs[drawn - 1]), y: { range: charts.room(1, 0.05) } },
      series: [{}, { paths: () => null, points: { show: false } }],
      axes: [charts.timeAxis(), charts.durationAxis(scale, "y", "y", { size: 58 })],
      hooks: { ready: [(u) => u.over.append(still, moving)], draw: [place] },
    }, [xs, ys], { ratio: 0.42, least: 260, most: 420 });
    chart.over.addEventListener("mousemove", tip);
    chart.over.addEventListener("mouseleave", () => { dom.byId("tip").hidden = true; });
  }

  return { start, colour };
})();
