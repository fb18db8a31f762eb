package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.testing.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Sessions and a history for them, both drawn at random.
 *
 * @param gap of all events; 0 if each event has its own
 * @param lateness the allowed lateness, in milliseconds
 * @param panes which rows are asked for
 * @param sums whether amounts are summed, which can be inverted, instead of listed
 * @param partsInMemory how much is kept in memory
 * @param history the history
 */
record SessionCase(
        long gap,
        long lateness,
        Panes panes,
        boolean sums,
        long partsInMemory,
        History<Sale> history) {

    /** What is left of an amount by this is the gap of an event, and {@link #NO_GAP} more. */
    private static final long GAPS = 40;

    /** So that some events ask for a gap of zero or less. */
    private static final long NO_GAP = 3;

    static SessionCase random(Random random, int steps) {
        return new SessionCase(
                random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(20),
                random.nextInt(3) == 0 ? 0 : random.nextInt(60),
                panes(random),
                random.nextBoolean(),
                random.nextBoolean() ? 1_000 : 1 + random.nextInt(30),
                history(random, steps));
    }

    private static Panes panes(Random random) {
        Panes panes =
                List.of(
                                Panes.finalOnly(),
                                Panes.accumulating(),
                                Panes.discarding(),
                                Panes.retracting())
                        .get(random.nextInt(4));
        return !panes.isFinalOnly() && random.nextInt(3) == 0
                ? panes.earlyEvery(Duration.ofMillis(1 + random.nextInt(30)))
                : panes;
    }

    /** Disorder, repeated events, silences, watermarks that wait too little or too long. */
    private static History<Sale> history(Random random, int steps) {
        History<Sale> history = History.empty();
        List<Sale> before = new ArrayList<>();
        int keys = 1 + random.nextInt(4);
        int pace = 1 + random.nextInt(12);
        int disorder = 1 + random.nextInt(80);
        long now = random.nextInt(400) - 200;
        long watermark = Long.MIN_VALUE;
        for (int i = 0; i < steps; i++) {
            int what = random.nextInt(20);
            now += what == 0 ? random.nextInt(200) : random.nextInt(pace);
            if (what < 4) {
                watermark = Math.max(watermark, now - random.nextInt(disorder));
                history.watermark(watermark);
            } else if (what == 4) {
                history.barrier();
            } else {
                Sale sale =
                        what == 5 && !before.isEmpty()
                                ? before.get(random.nextInt(before.size()))
                                : new Sale(
                                        "key" + random.nextInt(keys),
                                        now - random.nextInt(disorder),
                                        i * GAPS + random.nextInt((int) GAPS));
                before.add(sale);
                history.element(sale, sale.time());
            }
        }
        return history;
    }

    /** The gap as an event asks for it, possible or not. */
    static long ownGap(Sale sale) {
        return sale.amount() % GAPS - NO_GAP;
    }

    long gapOf(Sale sale) {
        return gap > 0 ? gap : Math.max(1, ownGap(sale));
    }

    SessionWindows<Sale> windows() {
        return gap > 0
                ? EventTimeWindows.sessions(Duration.ofMillis(gap))
                : EventTimeWindows.sessions(SessionCase::ownGap);
    }

    WindowAggregation<Sale, ?, ?> aggregation() {
        return (sums
                        ? WindowAggregation.of(windows(), ExactSum.ofLong(Sale::amount))
                        : WindowAggregation.of(windows(), new EventList()))
                .allowedLateness(Duration.ofMillis(lateness))
                .emitting(panes)
                .keepingInMemory(partsInMemory)
                .uid("sessions");
    }

    /** What a row says of these events. */
    String value(List<Sale> events) {
        return sums
                ? Long.toString(events.stream().mapToLong(Sale::amount).sum())
                : events.stream()
                        .map(Sale::amount)
                        .sorted()
                        .collect(Collectors.toList())
                        .toString();
    }

    SessionCase with(History<Sale> other) {
        return new SessionCase(gap, lateness, panes, sums, partsInMemory, other);
    }

    SessionCase with(Panes other) {
        return new SessionCase(gap, lateness, other, sums, partsInMemory, history);
    }

    SessionCase withGap(long other) {
        return new SessionCase(other, lateness, panes, sums, partsInMemory, history);
    }

    SessionCase withLateness(long other) {
        return new SessionCase(gap, other, panes, sums, partsInMemory, history);
    }

    @Override
    public String toString() {
        return "gap "
                + (gap > 0 ? gap : "of the event's")
                + ", lateness "
                + lateness
                + ", "
                + panes.refinement()
                + ", early "
                + panes.earlyMillis()
                + ", "
                + (sums ? "sums" : "lists")
                + ", "
                + partsInMemory
                + " parts in memory, "
                + history.steps();
    }
}
