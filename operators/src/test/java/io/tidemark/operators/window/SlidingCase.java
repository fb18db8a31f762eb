package io.tidemark.operators.window;

import io.tidemark.operators.testing.History;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * A sliding aggregation and a history for it, at random: disorder, equal times, repeated events,
 * gaps, and events on both sides of every edge.
 *
 * @param history what happens
 * @param range the range, or the horizon
 * @param events how many events; 0 for all that are in the range
 * @param lateness the allowed lateness
 * @param mode which rows are sent
 * @param partsInMemory how much is kept in memory
 */
record SlidingCase(
        History<Sale> history,
        long range,
        int events,
        long lateness,
        Mode mode,
        long partsInMemory) {

    enum Mode {
        FINAL,
        ACCUMULATING,
        RETRACTING;

        private Panes panes() {
            return switch (this) {
                case FINAL -> Panes.finalOnly();
                case ACCUMULATING -> Panes.accumulating();
                case RETRACTING -> Panes.retracting();
            };
        }
    }

    private static final List<String> SHOPS = List.of("a", "b", "c", "d");

    /** Few events in a range, all edges met often. */
    static SlidingCase random(Random random, int steps) {
        return of(random, steps, 1 + random.nextInt(30), 1 + random.nextInt(4), 1);
    }

    /** Hundreds of events in a range, so that it takes several blocks. */
    static SlidingCase wide(Random random, int steps) {
        return of(random, steps, 400 + random.nextInt(300), 300 + random.nextInt(200), 40);
    }

    private static SlidingCase of(
            Random random, int steps, long range, int events, int lateSeldom) {
        long lateness = random.nextInt(3) == 0 ? 0 : random.nextInt((int) range * 2);
        Mode mode = Mode.values()[random.nextInt(3)];
        long parts = new long[] {1, 40, 400, 1_000_000}[random.nextInt(4)];
        return new SlidingCase(
                history(random, steps, range, lateness, lateSeldom),
                range,
                random.nextBoolean() ? events : 0,
                lateness,
                mode,
                parts);
    }

    private static History<Sale> history(
            Random random, int steps, long range, long lateness, int lateSeldom) {
        int shops = lateSeldom > 1 ? 2 : 2 + random.nextInt(SHOPS.size() - 1);
        int disorder = 1 + random.nextInt(12);
        long now = random.nextInt(200) - 100;
        long watermark = Long.MIN_VALUE;
        History<Sale> history = History.empty();
        Sale again = new Sale("a", now, 1);
        for (int i = 0; i < steps; i++) {
            int what = random.nextInt(20);
            if (what < 3) {
                long next = now - random.nextInt(disorder);
                if (next > watermark) {
                    watermark = next;
                    history.watermark(watermark);
                }
            } else if (what == 3 && random.nextInt(10) == 0) {
                now += range + random.nextInt(5) - 2 + (random.nextBoolean() ? lateness : 0);
            } else if (what == 4) {
                history.barrier();
            } else if (what == 5) {
                history.element(again, again.time());
            } else {
                now += random.nextInt(5) < 2 ? 1 : 0;
                long time = now - random.nextInt(disorder);
                if (what == 6 && random.nextInt(lateSeldom) == 0) {
                    long edge = watermark == Long.MIN_VALUE ? now : watermark;
                    time = edge - random.nextInt((int) lateness + 3) + 1;
                }
                Sale sale =
                        new Sale(
                                SHOPS.get(random.nextInt(shops)),
                                time,
                                random.nextLong() >> random.nextInt(64));
                again = random.nextInt(4) == 0 ? sale : again;
                history.element(sale, time);
            }
        }
        return history;
    }

    boolean counts() {
        return events > 0;
    }

    /** The aggregation that it is about. */
    <A, R> SlidingAggregation<Sale, A, R> around(AggregateFunction<Sale, A, R> aggregate) {
        Duration duration = Duration.ofMillis(range);
        return (counts()
                        ? SlidingAggregation.overLast(events, duration, aggregate)
                        : SlidingAggregation.over(duration, aggregate))
                .allowedLateness(Duration.ofMillis(lateness))
                .emitting(mode.panes())
                .keepingInMemory(partsInMemory)
                .uid("sliding");
    }

    /** The same with another history. */
    SlidingCase with(History<Sale> other) {
        return new SlidingCase(other, range, events, lateness, mode, partsInMemory);
    }

    /** The same with a range that is longer by so much. */
    SlidingCase longerBy(long millis) {
        return new SlidingCase(history, range + millis, events, lateness, mode, partsInMemory);
    }

    /** The same with a lateness that is longer by so much. */
    SlidingCase laterBy(long millis) {
        return new SlidingCase(history, range, events, lateness + millis, mode, partsInMemory);
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder(
                        (counts() ? "last " + events + " in " : "range ")
                                + range
                                + ", lateness "
                                + lateness
                                + ", "
                                + mode
                                + ", parts in memory "
                                + partsInMemory);
        if (history.steps().size() <= 200) {
            history.steps().forEach(step -> text.append("\n").append(step));
        }
        return text.toString();
    }
}
