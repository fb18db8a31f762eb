package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.LedgerSummary.LateKey;
import io.tidemark.operators.late.LedgerSummary.Lateness;
import io.tidemark.operators.late.LedgerSummary.MissedWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Summaries made from lists of all that came, as their definition says. */
final class SummaryReference {

    /** What one summary must tell of. */
    record Period(
            long from,
            long to,
            boolean atEnd,
            List<LedgerEntry> entries,
            List<LedgerEntry> entriesSoFar,
            List<Late<Row>> late,
            long lateSoFar) {}

    private final long every;
    private final List<Period> periods = new ArrayList<>();
    private final List<LedgerEntry> allEntries = new ArrayList<>();
    private List<LedgerEntry> entries = new ArrayList<>();
    private List<Late<Row>> late = new ArrayList<>();
    private long lateSoFar;
    private long from;
    private long clock;

    SummaryReference(long every) {
        this.every = every;
    }

    void clock(long time) {
        clock = time;
    }

    void late(Late<Row> one) {
        late.add(one);
        lateSoFar++;
    }

    void entry(LedgerEntry entry) {
        entries.add(entry);
        allEntries.add(entry);
    }

    void barrier() {
        if (clock / every > from / every) {
            close(false);
        }
    }

    List<Period> end() {
        close(true);
        return periods;
    }

    private void close(boolean atEnd) {
        periods.add(
                new Period(from, clock, atEnd, entries, List.copyOf(allEntries), late, lateSoFar));
        entries = new ArrayList<>();
        late = new ArrayList<>();
        from = clock;
    }

    /** Summaries are these: everything exactly, but for quantiles, which have their bound. */
    static void check(List<LedgerSummary> summaries, List<Period> periods) {
        assertThat(summaries.size()).as("number of summaries").isEqualTo(periods.size());
        for (int i = 0; i < periods.size(); i++) {
            check(summaries.get(i), periods.get(i));
        }
    }

    private static void check(LedgerSummary summary, Period period) {
        assertThat(List.of(summary.from(), summary.to(), summary.atEnd()))
                .isEqualTo(List.of(period.from(), period.to(), period.atEnd()));
        assertThat(summary.increments()).isEqualTo(sums(period.entries()));
        assertThat(summary.totals()).isEqualTo(sums(period.entriesSoFar()));
        Lateness lateness = summary.lateness();
        List<Late<Row>> late = period.late();
        assertThat(lateness.count()).isEqualTo(late.size());
        assertThat(lateness.total()).isEqualTo(period.lateSoFar());
        long[] lateBy = late.stream().mapToLong(Late::lateByMillis).sorted().toArray();
        quantile(lateness.p50(), lateBy, 50);
        quantile(lateness.p90(), lateBy, 90);
        quantile(lateness.p99(), lateBy, 99);
        assertThat(lateness.max()).isEqualTo(lateBy.length == 0 ? 0 : lateBy[lateBy.length - 1]);

        Map<String, Long> keys = counts(late, one -> "key" + one.event().offset());
        assertThat(lateness.keys())
                .isEqualTo(
                        top(keys).stream()
                                .map(e -> new LateKey(e.getKey(), e.getValue()))
                                .toList());
        assertThat(lateness.keyError()).isZero();
        assertThat(lateness.otherKeys() + lateness.keys().stream().mapToLong(LateKey::count).sum())
                .isEqualTo(late.size());
        Map<Long, Long> windows = counts(late, Late::missedWindowEnd);
        assertThat(lateness.windows())
                .isEqualTo(
                        top(windows).stream()
                                .map(e -> new MissedWindow(e.getKey(), e.getValue()))
                                .toList());
        assertThat(lateness.windowError()).isZero();
        assertThat(
                        lateness.otherWindows()
                                + lateness.windows().stream().mapToLong(MissedWindow::count).sum())
                .isEqualTo(late.size());
    }

    /** Within 1/128, and half a millisecond for the rounding. */
    private static void quantile(long found, long[] sorted, int percent) {
        long exact = sorted.length == 0 ? 0 : sorted[(sorted.length * percent + 99) / 100 - 1];
        assertThat(Math.abs(found - exact)).isLessThanOrEqualTo(exact / 128 + 1);
    }

    private static Map<LedgerAccount, Long> sums(List<LedgerEntry> entries) {
        Map<LedgerAccount, Long> sums = new TreeMap<>();
        entries.forEach(entry -> sums.merge(entry.account(), entry.increment(), Long::sum));
        return sums;
    }

    private static <K extends Comparable<K>> Map<K, Long> counts(
            List<Late<Row>> late, Function<Late<Row>, K> of) {
        Map<K, Long> counts = new TreeMap<>();
        late.forEach(one -> counts.merge(of.apply(one), 1L, Long::sum));
        return counts;
    }

    private static <K> List<Map.Entry<K, Long>> top(Map<K, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<K, Long> e) -> -e.getValue()))
                .limit(10)
                .toList();
    }
}
