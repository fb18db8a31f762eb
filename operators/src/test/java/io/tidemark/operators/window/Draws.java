package io.tidemark.operators.window;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What cases of all kinds of windows draw. */
final class Draws {

    private static final List<Long> PARTS = List.of(1L, 1L, 4L, 9L, 30L, 400L, 1_000_000L);

    /** Among them the first and the last times that windows take. */
    private static final List<Long> BASES =
            List.of(
                    0L,
                    -500L,
                    -1_000_000_007L,
                    1_700_000_000_000L,
                    (1L << 62) - 200,
                    30 - (1L << 62));

    private Draws() {}

    /** An aggregate whose result does not depend on the order of the events. */
    static TestAggregate<?, ?> aggregate(Random random) {
        return oneOf(TestAggregate.ALL, random);
    }

    /** An aggregate for windows whose events have an order. */
    static TestAggregate<?, ?> aggregateInOrder(Random random) {
        return random.nextInt(4) == 0 ? TestAggregate.IN_ORDER : aggregate(random);
    }

    /** None at all quite often. */
    static long lateness(long below, Random random) {
        return random.nextInt(3) == 0 ? 0 : random.nextLong(below);
    }

    /** Rows of any kind, some of them early. */
    static Panes panes(long unit, Random random) {
        Panes panes = random.nextInt(4) == 0 ? Panes.discarding() : notDiscarding(random);
        return panes.isFinalOnly() || random.nextBoolean()
                ? panes
                : panes.earlyEvery(Duration.ofMillis(unit * (1 + random.nextInt(15))));
    }

    /** Rows that do not add up, none of them early. */
    static Panes notDiscarding(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Panes.finalOnly();
            case 1 -> Panes.accumulating();
            default -> Panes.retracting();
        };
    }

    /** How much is kept in memory, from nothing to everything. */
    static long partsInMemory(Random random) {
        return oneOf(PARTS, random);
    }

    /** Where a clock starts. */
    static long base(Random random) {
        return oneOf(BASES, random);
    }

    static <X> X oneOf(List<X> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }
}
