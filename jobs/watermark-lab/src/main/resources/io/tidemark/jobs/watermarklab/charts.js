// What all charts share: colours of the theme, axes of time and of duration, sizes.
const charts = (() => {
  const all = [];
  const probe = dom.element("span", { hidden: "" });
  document.body.append(probe);

  // A canvas can't read the variables of a style sheet.
  function ink(name) {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  }

  const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

  function axis(more) {
    return {
      stroke: () => ink("muted"), font: FONT, ticks: { show: false },
      grid: { stroke: () => ink("grid"), width: 1 }, ...more,
    };
  }

  // Durations over many magnitudes, and zero, and below: linear up to about the unit, logarithmic beyond.
  function stretch(values) {
    const sizes = values.map(Math.abs).filter((v) => v > 0).sort((a, b) => a - b);
    const small = sizes.length > 0 ? sizes[Math.floor(sizes.length / 20)] : 1;
    const unit = Math.max(1, 10 ** Math.floor(Math.log10(small)));
    return {
      to: (v) => Math.sign(v) * Math.log10(1 + Math.abs(v) / unit),
      back: (y) => Math.sign(y) * unit * (10 ** Math.abs(y) - 1),
    };
  }

  const { SECOND, MINUTE, HOUR, DAY } = words;
  const TIERS = [
    [0], [SECOND, MINUTE, HOUR, DAY], [10, 100, 10 * SECOND, 10 * MINUTE, 7 * DAY, 30 * DAY, 365 * DAY, 3650 * DAY, 36500 * DAY, 365000 * DAY],
    [1, 30 * SECOND, 30 * MINUTE, 6 * HOUR],
    [2, 5, 20, 50, 200, 500, 2 * SECOND, 5 * SECOND, 20 * SECOND, 2 * MINUTE, 5 * MINUTE, 20 * MINUTE, 2 * HOUR, 3 * HOUR, 12 * HOUR, 2 * DAY, 14 * DAY, 90 * DAY],
  ];

  // Round durations that lie at least `apart` pixels from each other, the roundest first.
  function durationTicks(scale, min, max, pixels, apart) {
    const taken = [];
    for (const tier of TIERS) {
      for (const value of [...tier, ...tier.map((v) => -v)]) {
        const y = scale.to(value);
        if (y < min || y > max) continue;
        if (taken.every((other) => (Math.abs(other - y) / (max - min)) * pixels >= apart)) taken.push(y);
      }
    }
    return taken.length > 2 ? taken.sort((a, b) => a - b) : evenTicks(scale, min, max, Math.max(2, pixels / (apart * 2)));
  }

  // Where all lies within one magnitude, round durations are too far apart.
  const STEPS = [1, 10, 100, SECOND, 10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 10 * DAY, 100 * DAY, 1000 * DAY]
    .flatMap((unit) => [unit, 2 * unit, 5 * unit]).sort((a, b) => a - b);

  function evenTicks(scale, min, max, most) {
    const low = scale.back(min), high = scale.back(max);
    const step = STEPS.find((candidate) => (high - low) / candidate <= most) || STEPS[STEPS.length - 1];
    const ticks = [];
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push(scale.to(value));
    return ticks;
  }

  const roundBelow = (ms) => Math.max(...TIERS.flat().filter((v) => v <= ms));

  function durationAxis(scale, key, along, more) {
    return axis({
      scale: key,
      splits: (u, i, min, max) =>
        durationTicks(scale, min, max, along === "x" ? u.width - 80 : u.height - 50, along === "x" ? 64 : 26),
      values: (u, splits) => splits.map((y) => words.tick(roundest(scale.back(y)))),
      ...more,
    });
  }

  const roundest = (ms) => (Math.abs(ms) < 0.01 ? 0 : Math.round(ms * 100) / 100);

  function timeAxis(more) {
    return axis({
      space: 76,
      values: (u, splits, i, space, incr) => {
        let shown = null;
        return splits.map((ms) => {
          const today = words.day(ms);
          if (incr >= DAY) {
            const year = new Date(ms).getUTCFullYear();
            const text = today + (year === shown ? "" : "\n" + year);
            shown = year;
            return text;
          }
          const text = words.clock(ms, incr) + (today === shown ? "" : "\n" + today);
          shown = today;
          return text;
        });
      },
      size: 44, ...more,
    });
  }

  // The time that is shown, also where it is one moment.
  function timeScale(first, last) {
    const pad = last > first ? (last - first) * 0.01 : 30 * SECOND;
    return { time: true, range: () => [first - pad, last + pad] };
  }

  // Some room around what is shown, also where everything is one point.
  function room(least, share = 0.04) {
    return (u, min, max) => {
      if (min === null || max === null || !isFinite(min) || !isFinite(max)) return [0, least];
      const pad = Math.max((max - min) * share, max === min ? least / 2 : 0);
      return [min - pad, max + pad];
    };
  }

  function widthOf(host) {
    return Math.max(200, Math.floor(host.clientWidth));
  }

  function heightFor(width, ratio, least, most) {
    return Math.round(Math.min(most, Math.max(least, width * ratio)));
  }

  function add(id, options, data, shape) {
    const host = dom.byId(id);
    const size = () => ({ width: widthOf(host), height: heightFor(widthOf(host), shape.ratio, shape.least, shape.most) });
    const chart = new uPlot(
      { ms: 1, tzDate: (ms) => uPlot.tzDate(new Date(ms), "Etc/UTC"), legend: { show: false },
        cursor: { show: false }, padding: [12, 14, 0, 0], ...options, ...size() },
      data, host);
    const entry = { chart, fit: () => {
      const { width, height } = size();
      if (host.clientWidth > 0 && (width !== chart.width || height !== chart.height)) chart.setSize({ width, height });
    } };
    all.push(entry);
    new ResizeObserver(entry.fit).observe(host);
    return chart;
  }

  // A vertical line over a chart, moved without drawing the chart again; with a label in one of several lengths.
  function pointer(chart, name, labels) {
    const line = dom.element("div", { class: "pointer " + name }, labels ? dom.element("span") : null);
    chart.over.append(line);
    return (x) => {
      const left = chart.valToPos(x, "x");
      line.style.transform = `translateX(${left}px)`;
      if (labels) line.classList.toggle("leftward", dom.fitBeside(line.firstChild, labels, left, chart.over.clientWidth, 8));
    };
  }

  return {
    ink, roundBelow, axis, stretch, durationAxis, timeAxis, timeScale, room, add, pointer,
    fit: () => all.forEach((entry) => entry.fit()),
    redraw: () => all.forEach((entry) => entry.chart.redraw(false)),
  };
})();
