package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Tumbling, hopping and calendar windows at random, alone or several kinds of them.
 *
 * @param partsInMemory how much is kept in memory, from nothing to everything
 */
record AlignedCase<A, R>(
        List<NaiveWindows> kinds,
        WindowPlan plan,
        TestAggregate<A, R> aggregate,
        long partsInMemory,
        boolean reportsPartlyLate,
        History<Sale> history)
        implements WindowCase {

    private static final long HOUR = 3_600_000;

    /**
     * Where the clock was put back, put forward, put back over midnight, and a day was left out.
     */
    private static final List<ZoneId> ZONES =
            List.of(
                    ZoneId.of("Europe/Berlin"),
                    ZoneId.of("America/Sao_Paulo"),
                    ZoneId.of("Pacific/Apia"),
                    ZoneId.of("America/Havana"));

    private static final List<Long> PARTS = List.of(1L, 1L, 4L, 9L, 30L, 1_000L, 1_000_000L);

    /** Builds the windows, the real ones or a broken twin. */
    interface Builder {

        <A, R> WindowedResults<WindowResult<String, R>, Sale> build(
                AlignedCase<A, R> windows, DataStream<Sale> input);
    }

    /** The lists of the amounts in these windows, final rows only, with no history. */
    static AlignedCase<?, ?> of(NaiveWindows windows) {
        return new AlignedCase<>(
                List.of(windows),
                Plans.of(0, Panes.finalOnly(), -1),
                TestAggregate.LIST,
                1_000,
                false,
                History.empty());
    }

    static AlignedCase<?, ?> random(Random random) {
        return random(TestAggregate.ALL.get(random.nextInt(TestAggregate.ALL.size())), random);
    }

    private static <A, R> AlignedCase<A, R> random(TestAggregate<A, R> aggregate, Random random) {
        boolean calendar = random.nextInt(8) == 0;
        boolean large = !calendar && random.nextInt(100) == 0;
        long unit = calendar ? HOUR : 1;
        List<NaiveWindows> kinds =
                calendar ? calendar(random) : large ? large(random) : small(random);
        long lateness = random.nextInt(3) == 0 ? 0 : random.nextInt(40) * unit;
        boolean empty = !large && random.nextInt(4) == 0;
        WindowPlan plan =
                Plans.of(lateness, panes(unit, random), empty ? random.nextInt(60) * unit : -1);
        SaleHistory.Shape shape =
                new SaleHistory.Shape(
                        large ? 500 : 5 + random.nextInt(90),
                        large
                                ? 1 + random.nextInt(2)
                                : 1 + random.nextInt(SaleHistory.SHOPS.size()),
                        base(calendar, random),
                        unit,
                        1 + random.nextInt(40),
                        large ? 2 : 1 + random.nextInt(12),
                        empty || calendar ? 200 : large ? 600 : 10_000);
        return new AlignedCase<>(
                kinds,
                plan,
                aggregate,
                PARTS.get(random.nextInt(PARTS.size())),
                random.nextBoolean(),
                SaleHistory.random(
                        shape, (shop, time, r) -> edge(kinds, lateness, shop, time, r), random));
    }

    private static long edge(
            List<NaiveWindows> kinds, long lateness, String shop, long time, Random random) {
        long edge = kinds.get(random.nextInt(kinds.size())).edgeNear(shop, time, random);
        return random.nextBoolean() ? edge : edge + lateness;
    }

    private static List<NaiveWindows> small(Random random) {
        List<NaiveWindows> kinds = new ArrayList<>();
        int count = random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1;
        for (int i = 0; i < count; i++) {
            int size = 1 + random.nextInt(30);
            int hop =
                    random.nextInt(3) == 0
                            ? size
                            : Math.max(1 + size / 15, 1 + random.nextInt(size));
            int offset = random.nextBoolean() ? 0 : random.nextInt(60) - 30;
            kinds.add(
                    NaiveWindows.fixed(
                            size, Math.min(size, hop), offset, count == 1 && random.nextBoolean()));
        }
        return kinds;
    }

    /** So many slices that they do not fit into one block. */
    private static List<NaiveWindows> large(Random random) {
        int size = 200 + random.nextInt(600);
        return List.of(NaiveWindows.fixed(size, 1 + random.nextInt(8), 0, random.nextInt(4) == 0));
    }

    private static List<NaiveWindows> calendar(Random random) {
        List<NaiveWindows> kinds = new ArrayList<>();
        kinds.add(NaiveWindows.days(ZONES.get(random.nextInt(ZONES.size()))));
        if (random.nextBoolean()) {
            kinds.add(NaiveWindows.days(ZONES.get(random.nextInt(ZONES.size()))));
        }
        if (random.nextBoolean()) {
            kinds.add(NaiveWindows.fixed(30 * HOUR, 7 * HOUR, HOUR, false));
        }
        return kinds;
    }

    private static Panes panes(long unit, Random random) {
        int kind = random.nextInt(4);
        if (kind == 0) {
            return Panes.finalOnly();
        }
        Panes panes =
                kind == 1
                        ? Panes.accumulating()
                        : kind == 2 ? Panes.discarding() : Panes.retracting();
        return random.nextBoolean()
                ? panes
                : panes.earlyEvery(Duration.ofMillis(unit * (1 + random.nextInt(15))));
    }

    private static long base(boolean calendar, Random random) {
        if (calendar) {
            // Around the ends of summer time, and the day that Samoa left out.
            long[] bases = {1_351_300_000_000L, 1_319_000_000_000L, 1_325_200_000_000L, 0};
            return bases[random.nextInt(bases.length)] + random.nextInt(300) * HOUR;
        }
        long[] bases = {
            0, -500, -1_000_000_007L, 1_700_000_000_000L, (1L << 62) - 200, 30 - (1L << 62)
        };
        return bases[random.nextInt(bases.length)];
    }

    @Override
    public void check(History<Sale> part, Backend backend, Disturbance disturbance)
            throws Exception {
        check(AlignedCase::apply, part, backend, disturbance);
    }

    void check(Builder builder, History<Sale> part, Backend backend, Disturbance disturbance)
            throws Exception {
        WindowCheck.run(
                input -> builder.build(this, input),
                reference(),
                order(),
                row -> row.end() - 1,
                reportsPartlyLate,
                part,
                backend,
                disturbance);
    }

    /** Puts the real windows into a stream. */
    WindowedResults<WindowResult<String, R>, Sale> apply(DataStream<Sale> input) {
        return aggregation().applyTo(input.keyBy(Sale::shop, Types.STRING));
    }

    WindowReference<WindowResult<String, R>> reference() {
        return new AlignedReference<>(kinds, plan, aggregate.naive());
    }

    /** Rows of one window leave in their order; those of different ones may change places. */
    static <R> Comparator<WindowResult<String, R>> order() {
        return Comparator.<WindowResult<String, R>, String>comparing(WindowResult::key)
                .thenComparingInt(WindowResult::windows)
                .thenComparingLong(WindowResult::end);
    }

    WindowAggregation<Sale, A, R> aggregation() {
        WindowAggregation<Sale, A, R> windows =
                WindowAggregation.of(
                                kinds.stream().map(NaiveWindows::windows).toList(),
                                aggregate.function())
                        .allowedLateness(Duration.ofMillis(plan.latenessMillis()))
                        .emitting(plan.panes())
                        .keepingInMemory(partsInMemory)
                        .uid("windows");
        if (aggregate.types() != null) {
            windows = windows.types(aggregate.types().accumulator(), aggregate.types().result());
        }
        if (plan.sendsEmpty()) {
            windows = windows.emittingEmptyFor(Duration.ofMillis(plan.emptyForMillis()));
        }
        return reportsPartlyLate ? windows.reportingPartlyLate() : windows;
    }

    @Override
    public String toString() {
        return kinds
                + ", lateness "
                + plan.latenessMillis()
                + ", "
                + plan.panes().refinement()
                + " early every "
                + plan.panes().earlyMillis()
                + ", empty for "
                + plan.emptyForMillis()
                + ", "
                + aggregate
                + ", "
                + partsInMemory
                + " parts in memory";
    }
}
