package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.watermarklab.Trace.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports over made-up events, counted in the most obvious way: for every delay, every event is
 * judged anew.
 */
final class Reports {

    private final Judged judged;
    private final List<Event> events;
    private final boolean arrivals;
    private final List<LabReport.Window> windows;
    private final List<Long> delays;

    private Reports(Judged judged) {
        this.judged = judged;
        this.events = judged.events;
        this.arrivals = judged.arrivals;
        this.windows = judged.windows;
        this.delays = judged.delays;
    }

    /** A report over events whose arrival times are known. */
    static LabReport of(List<Event> events, LabReport.Window... windows) {
        return new Reports(Judged.of(events, true, List.of(windows))).report();
    }

    /** A report over events of which only the order is known. */
    static LabReport ofRowOrder(List<Event> events, LabReport.Window... windows) {
        return new Reports(Judged.of(events, false, List.of(windows))).report();
    }

    /** The same report, with a name for everything in it that has one. */
    static LabReport named(LabReport report, String name) {
        LabReport.Source source = report.source();
        return new LabReport(
                report.format(),
                new LabReport.Source(name, source.event(), source.arrival(), source.partitions()),
                report.madeAt(),
                report.events(),
                report.span(),
                report.lag(),
                report.disorder(),
                report.windows(),
                report.delays(),
                report.reaching(),
                report.recommendation(),
                report.truncation(),
                List.of(new LabReport.Warning(name, name)),
                report.partitions(),
                List.of(new LabReport.WorstKey(name, 1, 1, 1, 1)),
                report.dots(),
                report.progress(),
                report.strategies());
    }

    /** The same report of a history that is too short to tell what had not arrived. */
    static LabReport untold(LabReport report) {
        LabReport.Truncation told = Objects.requireNonNull(report.truncation());
        LabReport.Corrected lag = Objects.requireNonNull(told.lag());
        return new LabReport(
                report.format(),
                report.source(),
                report.madeAt(),
                report.events(),
                report.span(),
                report.lag(),
                report.disorder(),
                report.windows(),
                report.delays(),
                report.reaching().stream()
                        .map(
                                row ->
                                        new LabReport.Reaching(
                                                row.share(),
                                                row.delayMs(),
                                                row.share() > 0.9 ? null : row.correctedDelayMs(),
                                                row.windowDelayMs(),
                                                row.windowDelayMs().stream()
                                                        .<@Nullable Long>map(delay -> null)
                                                        .toList()))
                        .toList(),
                report.recommendation(),
                new LabReport.Truncation(
                        told.method(),
                        new LabReport.Corrected(
                                lag.naive(),
                                new LabReport.Estimates(
                                        lag.corrected().p50(), lag.corrected().p90(), null, null)),
                        told.disorder(),
                        null),
                report.warnings(),
                report.partitions(),
                report.worstKeys(),
                report.dots(),
                report.progress(),
                report.strategies());
    }

    private LabReport report() {
        int n = events.size();
        List<Long> behind = judged.counts(judged::behind);
        List<List<Long>> lost = new ArrayList<>();
        List<List<@Nullable Double>> latency = new ArrayList<>();
        List<List<@Nullable Double>> open = new ArrayList<>();
        for (int w = 0; w < windows.size(); w++) {
            int window = w;
            lost.add(judged.counts((event, delay) -> judged.lost(event, window, delay)));
            latency.add(delays.stream().map(delay -> judged.latency(window, delay)).toList());
            open.add(delays.stream().map(delay -> judged.open(window, delay)).toList());
        }
        int answer = first(lost.get(0), 0.999);
        List<Long> disorders = new ArrayList<>();
        List<Long> lags = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            disorders.add(judged.disorder(i));
            lags.add(judged.lag(i));
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
                        n + 7L,
                        n,
                        judged.ahead,
                        new TreeMap<>(Map.of("unreadable", 5L, "zero", 2L))),
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
                        delays.stream().map(Judged::step).toList(),
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
                                0.999,
                                "It is the smallest delay that keeps 99.9% of the events in their "
                                        + windows.get(0).name()
                                        + " windows. Being behind the watermark costs nothing"
                                        + " while the window is open, so it is shorter than the"
                                        + " longest lags.",
                                line(delays.get(answer))),
                n < 100 ? null : truncation(lags, disorders),
                judged.ahead == 0 ? List.of() : warnings(),
                n == 0 || answer < 0 ? List.of() : partitions(delays.get(answer)),
                n == 0 || answer < 0 ? List.of() : worstKeys(delays.get(answer)),
                dots(),
                progress(),
                n < 100 ? List.of() : new Rivals(judged).all());
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
                share,
                naive,
                later(naive),
                byWindow,
                byWindow.stream().<@Nullable Long>map(Reports::later).toList());
    }

    private static @Nullable Long later(@Nullable Long delay) {
        return delay == null ? null : (Long) Math.round(delay * 1.06);
    }

    private @Nullable Long delay(int index) {
        return index < 0 ? null : delays.get(index);
    }

    private LabReport.Truncation truncation(List<Long> lags, List<Long> disorders) {
        return new LabReport.Truncation(
                "reverse-time hazard (Lagakos, Barraj and De Gruttola 1988)",
                arrivals ? corrected(lags) : null,
                corrected(disorders),
                0.0012);
    }

    private static LabReport.Corrected corrected(List<Long> sorted) {
        return new LabReport.Corrected(
                new LabReport.Quantiles(
                        at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.95), at(sorted, 0.99)),
                new LabReport.Estimates(
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
                                + " a silence of up to 40 s (phones in a tunnel)."
                                + " A delay that waits for these as well costs everybody their wait."),
                new LabReport.Warning(
                        "clocks_ahead",
                        judged.ahead
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
                                        of.stream().filter(i -> judged.behind(i, delay)).count(),
                                        of.stream().filter(i -> judged.lost(i, 0, delay)).count(),
                                        at(
                                                of.stream().map(judged::disorder).sorted().toList(),
                                                0.99),
                                        arrivals
                                                ? at(
                                                        of.stream()
                                                                .map(judged::lag)
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
                                        of.stream().filter(i -> judged.behind(i, delay)).count(),
                                        of.stream().filter(i -> judged.lost(i, 0, delay)).count(),
                                        of.stream().mapToLong(judged::disorder).max().orElse(0))));
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
                            .map(
                                    i ->
                                            judged.from(
                                                    i,
                                                    (event, delay) ->
                                                            judged.lost(event, window, delay)))
                            .toList());
        }
        return new LabReport.Dots(
                events.size(),
                drawn.stream().map(i -> events.get(i).time()).toList(),
                drawn.stream().map(i -> arrivals ? judged.lag(i) : judged.disorder(i)).toList(),
                drawn.stream().map(i -> judged.from(i, judged::behind)).toList(),
                keptAt,
                drawn.stream().map(i -> events.get(i).partition()).toList());
    }

    private LabReport.Progress progress() {
        int every = Math.max(1, (judged.progressMax.size() + 1_999) / 2_000);
        List<Long> arrival = new ArrayList<>();
        List<Long> max = new ArrayList<>();
        for (int i = 0; i < judged.progressMax.size(); i += every) {
            arrival.add(judged.progressArrival.get(i));
            max.add(judged.progressMax.get(i));
        }
        return new LabReport.Progress(every == 1, arrival, max);
    }
}
