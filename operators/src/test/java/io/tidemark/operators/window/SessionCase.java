package io.tidemark.operators.window;

import io.tidemark.operators.testing.History;
import io.tidemark.operators.window.BrokenEngine.Fault;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Sessions at random.
 *
 * @param gap of all events, in milliseconds; 0 if each event has its own
 */
record SessionCase<A, R>(
        long gap, WindowPlan plan, TestAggregate<A, R> aggregate, History<Sale> history)
        implements OperatorCase<WindowResult<String, R>> {

    /** What is left of an amount by this is the gap of an event, and {@link #NO_GAP} more. */
    private static final long GAPS = 40;

    /** So that some events ask for a gap of zero or less. */
    private static final long NO_GAP = 3;

    static SessionCase<?, ?> random(Random random) {
        return random(Draws.aggregate(random), random);
    }

    private static <A, R> SessionCase<A, R> random(TestAggregate<A, R> aggregate, Random random) {
        long gap = randomGap(random);
        long lateness = Draws.lateness(60, random);
        return new SessionCase<>(
                gap,
                Plans.keepingInMemory(
                        Draws.partsInMemory(random),
                        Plans.of(lateness, Draws.panes(1, random), -1)),
                aggregate,
                history(gap, lateness, Draws.base(random), random));
    }

    static long randomGap(Random random) {
        return random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(20);
    }

    /** Many of the times are whole gaps apart, or a millisecond more or less. */
    static History<Sale> history(long gap, long lateness, long base, Random random) {
        long grid = gap > 0 ? gap : 1 + random.nextInt((int) GAPS);
        return SaleHistory.random(
                new SaleHistory.Shape(
                        5 + random.nextInt(90),
                        1 + random.nextInt(SaleHistory.SHOPS.size()),
                        base,
                        1,
                        1 + random.nextInt(40),
                        1 + random.nextInt(12),
                        1_000),
                SaleHistory.Edges.of(grid, lateness),
                random);
    }

    /** The gap as an event asks for it, possible or not. */
    static long ownGap(Sale sale) {
        return sale.amount() % GAPS - NO_GAP;
    }

    long gapOf(Sale sale) {
        return gap > 0 ? gap : Math.max(1, ownGap(sale));
    }

    private SessionWindows<Sale> windows(long longer) {
        return gap > 0
                ? EventTimeWindows.sessions(Duration.ofMillis(gap + longer))
                : EventTimeWindows.sessions(sale -> ownGap(sale) + longer);
    }

    @Override
    public WindowedResults<WindowResult<String, R>, Sale> apply(DataStream<Sale> input) {
        return Plans.ask(WindowAggregation.of(windows(0), aggregate.function()), plan, aggregate)
                .applyTo(input.keyBy(Sale::shop, Types.STRING));
    }

    @Override
    public WindowedResults<WindowResult<String, R>, Sale> broken(
            Fault fault, DataStream<Sale> input) {
        WindowPlan misread = fault.misread(plan);
        return BrokenWindows.around(
                new BrokenSessions<>(
                        fault,
                        windows(fault == Fault.GAP_TOO_LONG ? 1 : 0),
                        misread,
                        aggregate.accumulators(input)),
                misread,
                WindowResult.type(Types.STRING, aggregate.types().result()),
                input);
    }

    @Override
    public WindowReference<WindowResult<String, R>> reference() {
        return new SessionReference<>(this);
    }

    /** No two sessions of a key have the same bounds; the rows of one leave in their order. */
    @Override
    public Comparator<WindowResult<String, R>> order() {
        return Comparator.<WindowResult<String, R>, String>comparing(WindowResult::key)
                .thenComparingLong(WindowResult::start)
                .thenComparingLong(WindowResult::end);
    }

    @Override
    public long timestampOf(WindowResult<String, R> row) {
        return row.end() - 1;
    }

    @Override
    public void read(History<Sale> history, List<WindowResult<String, R>> rows) {
        SessionReader.check(this, history, rows);
    }

    SessionCase<A, R> with(Panes panes) {
        return new SessionCase<>(gap, Plans.emitting(panes, plan), aggregate, history);
    }

    @Override
    public String toString() {
        return "sessions with gap "
                + (gap > 0 ? gap : "of the event's")
                + ", "
                + Plans.text(plan)
                + ", "
                + aggregate;
    }
}
