package io.tidemark.operators.window;

import io.tidemark.operators.testing.History;
import io.tidemark.operators.window.BrokenEngine.Fault;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Tumbling, hopping and calendar windows at random, alone or several kinds of them. */
record AlignedCase<A, R>(
        List<NaiveWindows> kinds,
        WindowPlan plan,
        TestAggregate<A, R> aggregate,
        History<Sale> history)
        implements OperatorCase<WindowResult<String, R>> {

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

    /** Around the ends of summer time, and the day that Samoa left out. */
    private static final List<Long> CALENDAR_BASES =
            List.of(1_351_300_000_000L, 1_319_000_000_000L, 1_325_200_000_000L, 0L);

    /** The lists of the amounts in these windows, final rows only, with no history. */
    static AlignedCase<?, ?> of(NaiveWindows windows) {
        return new AlignedCase<>(
                List.of(windows),
                Plans.of(0, Panes.finalOnly(), -1),
                TestAggregate.LIST,
                History.empty());
    }

    static AlignedCase<?, ?> random(Random random) {
        return random(Draws.aggregate(random), random);
    }

    private static <A, R> AlignedCase<A, R> random(TestAggregate<A, R> aggregate, Random random) {
        boolean calendar = random.nextInt(8) == 0;
        boolean large = !calendar && random.nextInt(100) == 0;
        long unit = calendar ? HOUR : 1;
        List<NaiveWindows> kinds =
                calendar ? calendar(random) : large ? large(random) : small(random);
        long lateness = Draws.lateness(40, random) * unit;
        boolean empty = !large && random.nextInt(4) == 0;
        WindowPlan plan =
                Plans.reportingPartlyLate(
                        random.nextBoolean(),
                        Plans.keepingInMemory(
                                Draws.partsInMemory(random),
                                Plans.of(
                                        lateness,
                                        Draws.panes(unit, random),
                                        empty ? random.nextInt(60) * unit : -1)));
        SaleHistory.Shape shape =
                new SaleHistory.Shape(
                        large ? 500 : 5 + random.nextInt(90),
                        large
                                ? 1 + random.nextInt(2)
                                : 1 + random.nextInt(SaleHistory.SHOPS.size()),
                        calendar
                                ? Draws.oneOf(CALENDAR_BASES, random) + random.nextInt(300) * HOUR
                                : Draws.base(random),
                        unit,
                        1 + random.nextInt(40),
                        large ? 2 : 1 + random.nextInt(12),
                        empty || calendar ? 200 : large ? 600 : 10_000);
        return new AlignedCase<>(
                kinds,
                plan,
                aggregate,
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
        kinds.add(ofCalendar(random));
        if (random.nextBoolean()) {
            kinds.add(ofCalendar(random));
        }
        if (random.nextBoolean()) {
            kinds.add(NaiveWindows.fixed(30 * HOUR, 7 * HOUR, HOUR, false));
        }
        return kinds;
    }

    private static NaiveWindows ofCalendar(Random random) {
        ZoneId zone = Draws.oneOf(ZONES, random);
        return switch (random.nextInt(4)) {
            case 0 -> NaiveWindows.weeks(zone, DayOfWeek.of(1 + random.nextInt(7)));
            case 1 -> NaiveWindows.months(zone);
            default -> NaiveWindows.days(zone);
        };
    }

    @Override
    public WindowedResults<WindowResult<String, R>, Sale> apply(DataStream<Sale> input) {
        return Plans.ask(
                        WindowAggregation.of(
                                kinds.stream().map(NaiveWindows::windows).toList(),
                                aggregate.function()),
                        plan,
                        aggregate)
                .applyTo(input.keyBy(Sale::shop, Types.STRING));
    }

    @Override
    public WindowedResults<WindowResult<String, R>, Sale> broken(
            Fault fault, DataStream<Sale> input) {
        WindowPlan misread = fault.misread(plan);
        return BrokenWindows.around(
                new BrokenAligned<>(
                        fault,
                        new AlignedEngine<>(
                                kinds.stream().map(NaiveWindows::windows).toList(),
                                misread,
                                aggregate.accumulators(input))),
                misread,
                WindowResult.type(Types.STRING, aggregate.types().result()),
                input);
    }

    @Override
    public WindowReference<WindowResult<String, R>> reference() {
        return new AlignedReference<>(kinds, plan, aggregate.naive());
    }

    /** Rows of one window leave in their order; those of different ones may change places. */
    @Override
    public Comparator<WindowResult<String, R>> order() {
        return Comparator.<WindowResult<String, R>, String>comparing(WindowResult::key)
                .thenComparingInt(WindowResult::windows)
                .thenComparingLong(WindowResult::end);
    }

    @Override
    public long timestampOf(WindowResult<String, R> row) {
        return row.end() - 1;
    }

    @Override
    public String toString() {
        return kinds + ", " + Plans.text(plan) + ", " + aggregate;
    }
}
