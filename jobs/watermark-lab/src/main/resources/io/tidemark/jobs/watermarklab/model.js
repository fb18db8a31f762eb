// The report, and what is picked in it: a delay (an index of the grid) and a window.
const model = (() => {
  const report = JSON.parse(document.getElementById("report").textContent);
  const grid = report.delays.delay_ms;
  const answer = report.recommendation;
  const analysed = report.events.analysed;
  const rowOrder = report.source.arrival === "row order";
  const listeners = [];
  const state = { index: answer ? answer.index : 0, window: answer ? answer.window : 0 };

  const ON_TIME = 0, BEHIND = 1, LOST = 2;

  function at(index = state.index, window = state.window) {
    const delays = report.delays;
    return {
      delay: grid[index],
      behind: delays.behind[index],
      lost: delays.lost[window][index],
      latency: delays.latency_ms[window][index],
      open: delays.open_windows[window][index],
    };
  }

  function verdict(dot, index = state.index, window = state.window) {
    const dots = report.dots;
    if (index < dots.kept_at[window][dot]) return LOST;
    return index < dots.ok_at[dot] ? BEHIND : ON_TIME;
  }

  // When the watermark reaches the end of a window: floor((max − delay) / step) · step ≥ end; null if
  // the history ends before. By the clock of arrival, or else by event time as it went forward. A long
  // history keeps some points of its progress only: then the moment lies behind one point and at or
  // before the next, and is taken from the line between them.
  function emission(end, index = state.index) {
    const step = report.delays.step_ms[index];
    const needed = Math.ceil(end / step) * step + grid[index];
    const max = report.progress.max_event_ms;
    const clock = rowOrder ? max : report.progress.arrival_ms;
    let low = 0, high = max.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (max[middle] >= needed) high = middle;
      else low = middle + 1;
    }
    if (low === max.length) return null;
    const to = clock[low];
    if (low === 0 || report.progress.exact) return { from: to, at: to, to };
    const from = clock[low - 1];
    const way = (needed - max[low - 1]) / (max[low] - max[low - 1]);
    return { from, at: from + way * (to - from), to };
  }

  function nearest(delay) {
    let best = 0;
    grid.forEach((candidate, i) => {
      if (Math.abs(candidate - delay) < Math.abs(grid[best] - delay)) best = i;
    });
    return best;
  }

  // The same, ever shorter, for marks that have less room.
  const advices = answer
    ? [...(report.windows.length > 1 ? [` (${report.windows[answer.window].name} windows)`] : []), ""]
      .map((of) => "recommended: " + words.exact(answer.delay_ms) + of).concat(words.exact(answer.delay_ms))
    : [];

  // From when to when there is something to see: a few events of the year 102 or of next year would
  // squeeze all others into a line.
  const view = (() => {
    const times = [...report.dots.event_ms].sort((a, b) => a - b);
    if (times.length === 0) return { first: 0, last: 0 };
    const [first, last] = [times[0], times[times.length - 1]];
    const low = times[Math.floor(times.length * 0.025)];
    const high = times[Math.ceil(times.length * 0.975) - 1];
    const bulk = Math.max(1, high - low);
    if (times.length < 100 || last - first <= 3 * bulk) return { first, last };
    const within = times.filter((time) => time >= low - bulk / 2 && time <= high + bulk / 2);
    return { first: within[0], last: within[within.length - 1] };
  })();

  function pick(change) {
    const before = { ...state };
    Object.assign(state, change);
    state.index = Math.min(grid.length - 1, Math.max(0, state.index));
    if (before.index !== state.index || before.window !== state.window) {
      listeners.forEach((listener) => listener(before));
    }
  }

  return { report, grid, answer, advices, view, analysed, rowOrder, state, at, verdict, emission, nearest, pick, ON_TIME, BEHIND, LOST,
    onChange: (listener) => listeners.push(listener) };
})();
