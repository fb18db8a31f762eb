package io.tidemark.operators.window;

import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Step;
import java.util.List;
import java.util.Random;

/**
 * Sales and watermarks at random around a clock that goes on: in disorder, some of them twice, with
 * pauses and jumps, many exactly at an edge.
 */
final class SaleHistory {

    /** The first three have one hash code. */
    static final List<String> SHOPS = List.of("AaAa", "AaBB", "BBAa", "x", "y", "z");

    /**
     * How a history is.
     *
     * @param steps how many steps
     * @param shops how many keys
     * @param base where the clock starts, epoch milliseconds
     * @param unit by what all distances are multiplied
     * @param reach how far sales lie behind and before the clock, in units
     * @param pace how far the clock goes in a step at most, in units
     * @param gap how long pauses and jumps are at most, in units
     */
    record Shape(int steps, int shops, long base, long unit, int reach, int pace, int gap) {}

    /** Knows at which times mistakes are likely. */
    @FunctionalInterface
    interface Edges {

        long near(String shop, long time, Random random);

        /** At multiples of a distance and a millisecond beside them, and the lateness later. */
        static Edges of(long distance, long lateness) {
            return (shop, time, random) -> {
                long edge = time - Math.floorMod(time, distance) + random.nextInt(3) - 1;
                return random.nextBoolean() ? edge : edge + lateness;
            };
        }
    }

    private final Shape shape;
    private final Edges edges;
    private final Random random;
    private final History<Sale> history = History.empty();
    private final double edgy;
    private final double marks;
    private final boolean orderly;
    private long clock;
    private long mark;

    private SaleHistory(Shape shape, Edges edges, Random random) {
        this.shape = shape;
        this.edges = edges;
        this.random = random;
        this.edgy = random.nextDouble() * 0.6;
        this.marks = 0.03 + random.nextDouble() * 0.4;
        this.orderly = random.nextBoolean();
        this.clock = shape.base;
        this.mark = shape.base - shape.reach * shape.unit;
    }

    static History<Sale> random(Shape shape, Edges edges, Random random) {
        SaleHistory made = new SaleHistory(shape, edges, random);
        for (int i = 0; i < shape.steps; i++) {
            made.step(i);
        }
        return made.history;
    }

    private void step(int number) {
        clock += some(shape.pace);
        if (random.nextInt(40) == 0) {
            clock += some(shape.gap);
        }
        double kind = random.nextDouble();
        if (kind < marks) {
            mark();
        } else if (kind < marks + 0.04) {
            history.barrier();
        } else if (kind < marks + 0.12 && number > 0) {
            again();
        } else {
            sale(number);
        }
    }

    private void sale(int number) {
        String shop = SHOPS.get(random.nextInt(shape.shops));
        long time =
                clock
                        + some(shape.reach)
                        - (orderly ? shape.reach * shape.unit : some(shape.reach));
        if (random.nextDouble() < edgy) {
            time = edges.near(shop, time, random);
        }
        if (random.nextInt(200) == 0) {
            time = mark;
        }
        add(new Sale(shop, time, amount(number)));
    }

    /** Some that come often, some of any size, and else one that no other sale has. */
    private long amount(int number) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(5) - 2;
            case 1 -> random.nextLong() >> random.nextInt(64);
            default -> number * 0x9E37_79B9L & 0xFFFF_FFFFL;
        };
    }

    /** The same sale once more. */
    private void again() {
        Step<Sale> step = history.steps().get(random.nextInt(history.steps().size()));
        if (step instanceof Step.Element<Sale> element) {
            add(element.value());
        }
    }

    private void add(Sale sale) {
        history.element(sale, sale.time());
    }

    private void mark() {
        if (random.nextInt(30) == 0) {
            // Goes back where a restore allows it; elsewhere it repeats the one before.
            history.watermark(mark - some(shape.reach) - 1);
            return;
        }
        long next =
                switch (random.nextInt(10)) {
                    case 0 -> clock;
                    case 1 -> clock + some(shape.gap);
                    case 2 -> mark;
                    case 3 -> mark + 1;
                    default -> clock - shape.reach * shape.unit;
                };
        if (random.nextDouble() < edgy) {
            String shop = SHOPS.get(random.nextInt(shape.shops));
            next = edges.near(shop, next, random) + (random.nextBoolean() ? shape.unit : 0);
        }
        mark = Math.max(mark, next);
        history.watermark(mark);
        clock = Math.max(clock, orderly ? mark : clock);
    }

    private long some(long units) {
        return random.nextLong(units * shape.unit + 1);
    }
}
