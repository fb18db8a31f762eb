package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.watermarklab.Trace.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reports over made-up events, counted in the most obvious way: for every delay, every event is
 * judged anew.
 */
final class Reports {

    private static final long MAX_AHEAD = 60_000;

    private final List<Event> events;
    private final boolean arrivals;
    private final List<LabReport.Window> windows;
    private final List<Long> delays;

    /** The highest credible time of an event's partition before it, null before the first. */
    private final List<@Nullable Long> before = new ArrayList<>();

    private final List<Long> progressArrival = new ArrayList<>();
    private final List<Long> progressMax = new ArrayList<>();
    private long ahead;

    private Reports(List<Event> events, boolean arrivals, List<LabReport.Window> windows) {
        this.events = events;
        this.arrivals = arrivals;
        this.windows = windows;
        this.delays = grid();
    }

    /** A report over events whose arrival times are known. */
    static LabReport of(List<Event> events, LabReport.Window... windows) {
        return new Reports(events, true, List.of(windows)).report();
    }

    /** A report over events of which only the order is known. */
    static LabReport ofRowOrder(List<Event> events, LabReport.Window... windows) {
        return new Reports(events, false, List.of(windows)).report();
    }

    private static List<Long> grid() {
        TreeSet<Long> delays = new TreeSet<>(List.of(0L));
        for (double delay = 100; delay <= 600_000; delay *= 1.09) {
            long unit = (long) Math.pow(10, Math.floor(Math.log10(delay)) - 1);
            delays.add(Math.round(delay / unit) * unit);
        }
        return List.copyOf(delays);
    }

    static long step(long delay) {
        return Math.max(1, delay / 100);
    }

    static long watermark(long max, long delay) {
        return Math.floorDiv(max - delay, step(delay)) * step(delay) - 1;
    }

    private long end(Event event, int window) {
        long size = windows.get(window).sizeMs();
        return (Math.floorDiv(event.time(), size) + 1) * size;
    }

    private boolean isAhead(Event event) {
        return arrivals && event.time() - MAX_AHEAD > event.arrival();
    }

    private void readOnce() {
        Map<Integer, Long> max = new HashMap<>();
        long partitions = events.stream().map(Event::partition).distinct().count();
        for (Event event : events) {
            before.add(max.get(event.partition()));
            if (isAhead(event)) {
                ahead++;
            } else {
                max.merge(event.partition(), event.time(), Math::max);
            }
            if (max.size() == partitions) {
                long slowest = Collections.min(max.values());
                if (progressMax.isEmpty() || slowest > progressMax.get(progressMax.size() - 1)) {
                    progressMax.add(slowest);
                    progressArrival.add(arrivals ? event.arrival() : before.size());
                }
            }
        }
    }

    private boolean behind(int event, long delay) {
        Long max = before.get(event);
        return max != null && events.get(event).time() <= watermark(max, delay);
    }

    private boolean lost(int event, int window, long delay) {
        Long max = before.get(event);
        return max != null && end(events.get(event), window) - 1 <= watermark(max, delay);
    }

    private long disorder(int event) {
        Long max = before.get(event);
        return max == null ? 0 : Math.max(0, max - events.get(event).time());
    }

    private long lag(int event) {
        return events.get(event).arrival() - events.get(event).time();
    }

    private interface Verdict {
        boolean isAgainst(int event, long delay);
    }

    private List<Long> counts(Verdict verdict) {
        List<Long> counts = new ArrayList<>();
        for (long delay : delays) {
            long count = 0;
            for (int i = 0; i < events.size(); i++) {
                count += verdict.isAgainst(i, delay) ? 1 : 0;
            }
            counts.add(count);
        }
        return counts;
    }

    private int from(int event, Verdict verdict) {
        int from = 0;
        for (int i = 0; i < delays.size(); i++) {
            if (verdict.isAgainst(event, delays.get(i))) {
                from = i + 1;
            }
        }
        return from;
    }

    private LabReport report() {
        readOnce();
        int n = events.size();
        List<Long> behind = counts(this::behind);
        List<List<Long>> lost = new ArrayList<>();
        List<List<@Nullable Double>> latency = new ArrayList<>();
        List<List<@Nullable Double>> open = new ArrayList<>();
        for (int w = 0; w < windows.size(); w++) {
            int window = w;
            lost.add(counts((event, delay) -> lost(event, window, delay)));
            latency.add(delays.stream().map(delay -> latency(window, delay)).toList());
            open.add(delays.stream().map(delay -> open(window, delay)).toList());
        }
        int answer = first(lost.get(0), 0.999);
        List<Long> disorders = new ArrayList<>();
        List<Long> lags = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            disorders.add(disorder(i));
            lags.add(lag(i));
        }
        Collections.sort(disorders);
        Collections.sort(lags);
        return new LabReport(
                LabReport.FORMAT,
                new LabReport.Source(
                        "orders.csv.gz",
                        "ordered_at",
                        arrivals ? "received_at" : LabReport.ROW_ORDER,
                        (int) events.stream().map(Event::partition).distinct().count()),
                1_796_200_000_000L,
                new LabReport.Events(
                        n + 7L, n, ahead, new TreeMap<>(Map.of("unreadable", 5L, "zero", 2L))),
                n == 0 ? null : span(),
                n == 0 || !arrivals
                        ? null
                        : new LabReport.Lag(
                                at(lags, 0.5),
                                at(lags, 0.9),
                                at(lags, 0.95),
                                at(lags, 0.99),
                                at(lags, 0.999),
                                at(lags, 1),
                                lags.stream().filter(lag -> lag < 0).count()),
                n == 0
                        ? null
                        : new LabReport.Disorder(
                                at(disorders, 0.5),
                                at(disorders, 0.9),
                                at(disorders, 0.95),
                                at(disorders, 0.99),
                                at(disorders, 0.999),
                                at(disorders, 1),
                                disorders.stream().filter(disorder -> disorder > 0).count()),
                windows,
                new LabReport.Delays(
                        delays,
                        delays.stream().map(Reports::step).toList(),
                        behind,
                        lost,
                        latency,
                        open),
                List.of(
                        reaching(0.9, behind, lost),
                        reaching(0.99, behind, lost),
                        reaching(0.999, behind, lost),
                        reaching(0.9999, behind, lost)),
                n == 0 || answer < 0
                        ? null
                        : new LabReport.Recommendation(
                                delays.get(answer),
                                answer,
                                0,
                                0.999,
                                "It is the smallest delay that keeps 99.9% of the events in their "
                                        + windows.get(0).name()
                                        + " windows. Being behind the watermark costs nothing"
                                        + " while the window is open, so it is shorter than the"
                                        + " longest lags.",
                                line(delays.get(answer))),
                n < 100 ? null : truncation(lags, disorders),
                n < 100 ? List.of() : warnings(),
                n == 0 || answer < 0 ? List.of() : partitions(delays.get(answer)),
                n == 0 || answer < 0 ? List.of() : worstKeys(delays.get(answer)),
                dots(),
                progress(),
                n < 100 ? List.of() : new Rivals(this).all());
    }

    private LabReport.Span span() {
        return new LabReport.Span(
                events.stream().mapToLong(Event::time).min().orElseThrow(),
                events.stream().mapToLong(Event::time).max().orElseThrow(),
                arrivals ? events.get(0).arrival() : null,
                arrivals ? events.get(events.size() - 1).arrival() : null);
    }

    static String line(long delay) {
        return "BoundedWatermarks.<Order>by(BoundedDisorder.of(Duration.ofMillis("
                + delay
                + ")), (order, log) -> order.orderedAt(), (order, log) -> log)";
    }

    static long at(List<Long> sorted, double share) {
        int rank = (int) Math.ceil(share * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }

    /** The first delay that keeps a share of the events, −1 if none does. */
    private int first(List<Long> against, double share) {
        for (int i = 0; i < delays.size(); i++) {
            if (events.size() - against.get(i) >= share * events.size()) {
                return i;
            }
        }
        return -1;
    }

    private LabReport.Reaching reaching(double share, List<Long> behind, List<List<Long>> lost) {
        Long naive = delay(first(behind, share));
        List<@Nullable Long> byWindow = new ArrayList<>();
        lost.forEach(column -> byWindow.add(delay(first(column, share))));
        return new LabReport.Reaching(
                share, naive, naive == null ? null : Math.round(naive * 1.06), byWindow);
    }

    private @Nullable Long delay(int index) {
        return index < 0 ? null : delays.get(index);
    }

    private @Nullable Double latency(int window, long delay) {
        TreeSet<Long> ends = new TreeSet<>();
        events.stream().filter(e -> !isAhead(e)).forEach(event -> ends.add(end(event, window)));
        double sum = 0;
        long closed = 0;
        int point = 0;
        for (long end : ends) {
            while (point < progressMax.size()
                    && watermark(progressMax.get(point), delay) < end - 1) {
                point++;
            }
            if (point < progressMax.size()) {
                sum += progressMax.get(point) - end;
                closed++;
            }
        }
        return closed == 0 ? null : sum / closed;
    }

    private @Nullable Double open(int window, long delay) {
        if (progressMax.size() < 2) {
            return null;
        }
        long size = windows.get(window).sizeMs();
        Map<String, Long> firsts = new HashMap<>();
        for (Event event : events) {
            if (!isAhead(event)) {
                firsts.merge(event.key() + "@" + end(event, window), event.time(), Math::min);
            }
        }
        double sum = 0;
        for (Map.Entry<String, Long> first : firsts.entrySet()) {
            long end = (Math.floorDiv(first.getValue(), size) + 1) * size;
            sum += end + delay - first.getValue();
        }
        return sum / (progressMax.get(progressMax.size() - 1) - progressMax.get(0));
    }

    private static LabReport.Truncation truncation(List<Long> lags, List<Long> disorders) {
        return new LabReport.Truncation(
                "reverse-time hazard (Lagakos, Barraj and De Gruttola 1988)",
                corrected(lags),
                corrected(disorders),
                0.0012);
    }

    private static LabReport.Corrected corrected(List<Long> sorted) {
        return new LabReport.Corrected(
                new LabReport.Quantiles(
                        at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.95), at(sorted, 0.99)),
                new LabReport.Quantiles(
                        at(sorted, 0.5),
                        at(sorted, 0.901),
                        at(sorted, 0.9515),
                        at(sorted, 0.9912)));
    }

    private List<LabReport.Warning> warnings() {
        return List.of(
                new LabReport.Warning(
                        "two_populations",
                        "Two populations: most events arrive within seconds, about 1% only after"
                                + " a silence of up to a minute and a half (phones in a tunnel)."
                                + " No delay between 6 s and 60 s changes much."),
                new LabReport.Warning(
                        "clocks_ahead",
                        ahead
                                + " events are stamped more than a minute ahead of their arrival."
                                + " They were judged like any other, and did not move the"
                                + " watermark."));
    }

    private List<LabReport.Partition> partitions(long delay) {
        Map<Integer, List<Integer>> members = new TreeMap<>();
        for (int i = 0; i < events.size(); i++) {
            members.computeIfAbsent(events.get(i).partition(), p -> new ArrayList<>()).add(i);
        }
        List<LabReport.Partition> rows = new ArrayList<>();
        members.forEach(
                (partition, of) ->
                        rows.add(
                                new LabReport.Partition(
                                        String.valueOf(partition),
                                        of.size(),
                                        of.stream().filter(i -> behind(i, delay)).count(),
                                        of.stream().filter(i -> lost(i, 0, delay)).count(),
                                        at(of.stream().map(this::disorder).sorted().toList(), 0.99),
                                        arrivals
                                                ? at(
                                                        of.stream()
                                                                .map(this::lag)
                                                                .sorted()
                                                                .toList(),
                                                        0.99)
                                                : null)));
        rows.sort(Comparator.comparingLong(LabReport.Partition::lost).reversed());
        return rows;
    }

    private List<LabReport.WorstKey> worstKeys(long delay) {
        Map<String, List<Integer>> members = new TreeMap<>();
        for (int i = 0; i < events.size(); i++) {
            members.computeIfAbsent(events.get(i).key(), key -> new ArrayList<>()).add(i);
        }
        List<LabReport.WorstKey> rows = new ArrayList<>();
        members.forEach(
                (key, of) ->
                        rows.add(
                                new LabReport.WorstKey(
                                        key,
                                        of.size(),
                                        of.stream().filter(i -> behind(i, delay)).count(),
                                        of.stream().filter(i -> lost(i, 0, delay)).count(),
                                        of.stream().mapToLong(this::disorder).max().orElse(0))));
        rows.sort(
                Comparator.comparingLong(LabReport.WorstKey::lost)
                        .thenComparingLong(LabReport.WorstKey::behind)
                        .reversed());
        return rows.subList(0, Math.min(12, rows.size()));
    }

    private LabReport.Dots dots() {
        int every = Math.max(1, (events.size() + 5_999) / 6_000);
        List<Integer> drawn = new ArrayList<>();
        for (int i = 0; i < events.size(); i += every) {
            drawn.add(i);
        }
        List<List<Integer>> keptAt = new ArrayList<>();
        for (int w = 0; w < windows.size(); w++) {
            int window = w;
            keptAt.add(
                    drawn.stream()
                            .map(i -> from(i, (event, delay) -> lost(event, window, delay)))
                            .toList());
        }
        return new LabReport.Dots(
                events.size(),
                drawn.stream().map(i -> events.get(i).time()).toList(),
                drawn.stream().map(i -> arrivals ? lag(i) : disorder(i)).toList(),
                drawn.stream().map(i -> from(i, this::behind)).toList(),
                keptAt,
                drawn.stream().map(i -> events.get(i).partition()).toList());
    }

    private LabReport.Progress progress() {
        int every = Math.max(1, (progressMax.size() + 1_999) / 2_000);
        List<Long> arrival = new ArrayList<>();
        List<Long> max = new ArrayList<>();
        for (int i = 0; i < progressMax.size(); i += every) {
            arrival.add(progressArrival.get(i));
            max.add(progressMax.get(i));
        }
        return new LabReport.Progress(arrival, max);
    }

    /** The strategies of the second tab. */
    private record Rivals(Reports of) {

        private interface Rule {
            long delay(List<Long> recent);
        }

        List<LabReport.Strategy> all() {
            return List.of(
                    run("bounded 2 s", line(2_000), recent -> 2_000),
                    run("bounded 12 s", line(12_000), recent -> 12_000),
                    run("bounded 1 min", line(60_000), recent -> 60_000),
                    run(
                            "quantile 1%",
                            "QuantileWatermarks.behindAtMost(0.01)",
                            recent -> Math.max(100, at(recent, 0.99))),
                    run(
                            "window 99.9%",
                            "CompleteWindows.of(Duration.ofMinutes(1)).keeping(0.999)",
                            recent -> Math.max(100, at(recent, 0.997) * 6 / 10)));
        }

        private LabReport.Strategy run(String name, String java, Rule rule) {
            List<Long> recent = new ArrayList<>();
            long delay = rule.delay(List.of(1_000L));
            long behind = 0;
            double sum = 0;
            long[] lost = new long[of.windows.size()];
            List<Long> times = new ArrayList<>();
            List<Long> trail = new ArrayList<>();
            int every = Math.max(1, of.events.size() / 300);
            for (int i = 0; i < of.events.size(); i++) {
                behind += of.behind(i, delay) ? 1 : 0;
                for (int w = 0; w < lost.length; w++) {
                    lost[w] += of.lost(i, w, delay) ? 1 : 0;
                }
                sum += delay;
                recent.add(of.disorder(i));
                if (i % every == 0) {
                    List<Long> sorted =
                            new ArrayList<>(
                                    recent.subList(
                                            Math.max(0, recent.size() - 1_500), recent.size()));
                    Collections.sort(sorted);
                    delay = rule.delay(sorted);
                    Long max = of.before.get(i);
                    if (max != null) {
                        times.add(max);
                        trail.add(delay);
                    }
                }
            }
            List<Long> lostByWindow = new ArrayList<>();
            for (long count : lost) {
                lostByWindow.add(count);
            }
            return new LabReport.Strategy(
                    name,
                    java,
                    behind,
                    lostByWindow,
                    sum / of.events.size(),
                    new LabReport.Series(times, trail));
        }
    }
}
