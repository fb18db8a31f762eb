// Numbers as people read them. Nothing is rounded so that it says more than was counted: a share
// lost is rounded up, a share kept down, and only nothing is "0%" and only everything "100%".
const words = (() => {
  const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
  const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  const NONE = "–";
  const UNKNOWN = "unknown";

  const count = (n) => whole.format(n);

  // Three digits of the smaller of both shares, as integers, so that the two add up to 100%.
  function percents(part, all) {
    if (!(all > 0)) return [NONE, NONE];
    if (part <= 0) return ["0%", "100%"];
    if (part >= all) return ["100%", "0%"];
    const small = Math.min(part, all - part);
    const decimals = Math.max(0, 2 - Math.floor(Math.log10((100 * small) / all) + 1e-12));
    const unit = 10n ** BigInt(decimals);
    const numerator = BigInt(part) * 100n * unit;
    const divisor = BigInt(all);
    const lost = (numerator + divisor - 1n) / divisor;
    const text = (scaled) => {
      const digits = scaled.toString().padStart(decimals + 1, "0");
      const cut = digits.length - decimals;
      const fraction = digits.slice(cut).replace(/0+$/, "");
      return digits.slice(0, cut) + (fraction ? "." + fraction : "") + "%";
    };
    return [text(lost), text(100n * unit - lost)];
  }

  const lostShare = (part, all) => percents(part, all)[0];
  const keptShare = (lost, all) => percents(lost, all)[1];

  // A share that is a round number by itself, such as 0.999.
  const target = (share) => parseFloat((share * 100).toPrecision(12)) + "%";

  function estimate(share) {
    if (share === null) return UNKNOWN;
    if (share === 0) return "0%";
    if (share < 1e-5) return "less than 0.001%";
    const percent = parseFloat((share * 100).toPrecision(2));
    return (share < 1 && percent >= 100 ? "more than 99" : percent) + "%";
  }

  function parts(ms, units) {
    const found = [];
    let rest = ms;
    for (const [size, one, many] of units) {
      const last = size === SECOND;
      const n = last ? parseFloat((rest / size).toFixed(3)) : Math.floor(rest / size);
      if (n > 0) found.push([n, n === 1 ? one : many]);
      rest -= n * size;
    }
    return found;
  }

  const YEAR = 365 * DAY;
  const SHORT = [[DAY, "d", "d"], [HOUR, "h", "h"], [MINUTE, "min", "min"], [SECOND, "s", "s"]];
  const LONG = [[DAY, "day", "days"], [HOUR, "hour", "hours"], [MINUTE, "minute", "minutes"], [SECOND, "second", "seconds"]];

  function spell(ms, units, milli, milliseconds, zero) {
    if (ms === null || ms === undefined) return NONE;
    if (ms === 0) return zero;
    if (ms < 0) return "−" + spell(-ms, units, milli, milliseconds, zero);
    if (ms < SECOND) return parseFloat(ms.toPrecision(3)) + " " + (ms === 1 ? milli : milliseconds);
    return parts(ms, units).map(([n, unit]) => (n >= 10000 ? whole.format(n) : n) + " " + unit).join(" ");
  }

  // A delay to the millisecond: it is one of the grid, and may be pasted.
  const exact = (ms) => spell(ms, SHORT, "ms", "ms", "0 s");
  const spoken = (ms) => spell(ms, LONG, "millisecond", "milliseconds", "0 seconds");

  // A measured duration, to about three digits.
  function about(ms) {
    if (ms === null || ms === undefined) return NONE;
    const size = Math.abs(ms);
    const unit = size >= 100 * DAY ? DAY : size >= DAY ? HOUR : size >= HOUR ? MINUTE : size >= MINUTE ? SECOND : 0;
    const rounded = unit > 0 ? Math.round(ms / unit) * unit : parseFloat(ms.toPrecision(3));
    return exact(rounded);
  }

  // At an axis: one unit.
  function tick(ms) {
    if (ms === 0) return "0";
    if (ms < 0) return "−" + tick(-ms);
    if (ms >= 10 * YEAR && ms % YEAR === 0) return whole.format(ms / YEAR) + " y";
    const [size, unit] =
      ms >= DAY ? [DAY, "d"] : ms >= HOUR ? [HOUR, "h"] : ms >= MINUTE ? [MINUTE, "min"] : ms >= SECOND ? [SECOND, "s"] : [1, "ms"];
    return parseFloat((ms / size).toPrecision(3)) + " " + unit;
  }

  const mean = (n) =>
    n === null || n === undefined ? NONE : n >= 100 ? whole.format(n) : String(parseFloat(n.toPrecision(3)));

  const two = (n) => String(n).padStart(2, "0");
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const day = (ms) => {
    const t = new Date(ms);
    return t.getUTCDate() + " " + MONTHS[t.getUTCMonth()];
  };
  function clock(ms, incr) {
    const t = new Date(ms);
    const minutes = two(t.getUTCHours()) + ":" + two(t.getUTCMinutes());
    if (incr >= MINUTE) return minutes;
    const seconds = minutes + ":" + two(t.getUTCSeconds());
    return incr >= SECOND ? seconds : seconds + "." + String(t.getUTCMilliseconds()).padStart(3, "0");
  }
  const date = (ms) => day(ms) + " " + new Date(ms).getUTCFullYear();
  const moment = (ms, incr = SECOND) => date(ms) + ", " + clock(ms, incr) + " UTC";
  function span(from, to) {
    const incr = to - from < 10 * MINUTE ? SECOND : MINUTE;
    return date(from) === date(to)
      ? `${date(from)}, ${clock(from, incr)} to ${clock(to, incr)} UTC`
      : `${date(from)}, ${clock(from, MINUTE)} to ${date(to)}, ${clock(to, MINUTE)} UTC`;
  }

  // "minute" for 60,000 ms; else the name that the report gives.
  const ONE = { [SECOND]: "second", [MINUTE]: "minute", [HOUR]: "hour", [DAY]: "day", [7 * DAY]: "week" };
  const windowNoun = (window) => ONE[window.size_ms] || window.name + " window";

  const plural = (n, one, many) => count(n) + " " + (n === 1 ? one : many);

  return { SECOND, MINUTE, HOUR, DAY, NONE, UNKNOWN, count, lostShare, keptShare, target, estimate, exact, spoken, about,
    tick, mean, day, clock, date, moment, span, windowNoun, plural };
})();
