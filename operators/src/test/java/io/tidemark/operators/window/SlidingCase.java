package io.tidemark.operators.window;

import io.tidemark.operators.testing.History;
import io.tidemark.operators.window.BrokenEngine.Fault;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * A sliding aggregation at random, over time or over the last events.
 *
 * @param range the range, or the horizon
 * @param events how many events; 0 for all that are in the range
 */
record SlidingCase<A, R>(
        long range,
        int events,
        WindowPlan plan,
        TestAggregate<A, R> aggregate,
        History<Sale> history)
        implements OperatorCase<SlidingResult<Sale, R>> {

    static SlidingCase<?, ?> random(Random random) {
        return random(Draws.aggregateInOrder(random), random);
    }

    private static <A, R> SlidingCase<A, R> random(TestAggregate<A, R> aggregate, Random random) {
        // Some with so many events in a range that they do not fit into one block.
        boolean large = random.nextInt(50) == 0;
        int range = large ? 200 + random.nextInt(300) : 1 + random.nextInt(30);
        int events = large ? 100 + random.nextInt(200) : 1 + random.nextInt(4);
        long lateness = Draws.lateness(large ? range : 2 * range, random);
        return new SlidingCase<>(
                range,
                random.nextBoolean() ? events : 0,
                Plans.keepingInMemory(
                        Draws.partsInMemory(random),
                        Plans.of(lateness, Draws.notDiscarding(random), -1)),
                aggregate,
                SaleHistory.random(
                        new SaleHistory.Shape(
                                large ? 700 : 5 + random.nextInt(90),
                                large
                                        ? 1 + random.nextInt(2)
                                        : 1 + random.nextInt(SaleHistory.SHOPS.size()),
                                Draws.base(random),
                                1,
                                1 + random.nextInt(40),
                                large ? 2 : 1 + random.nextInt(12),
                                large ? 600 : 1_000),
                        SaleHistory.Edges.of(range, lateness),
                        random));
    }

    boolean counts() {
        return events > 0;
    }

    @Override
    public WindowedResults<SlidingResult<Sale, R>, Sale> apply(DataStream<Sale> input) {
        Duration duration = Duration.ofMillis(range);
        SlidingAggregation<Sale, A, R> sliding =
                (counts()
                                ? SlidingAggregation.overLast(
                                        events, duration, aggregate.function())
                                : SlidingAggregation.over(duration, aggregate.function()))
                        .types(aggregate.types().accumulator(), aggregate.types().result())
                        .allowedLateness(Duration.ofMillis(plan.latenessMillis()))
                        .emitting(plan.panes())
                        .keepingInMemory(plan.partsInMemory())
                        .uid("sliding");
        return sliding.applyTo(input.keyBy(Sale::shop, Types.STRING));
    }

    @Override
    public WindowedResults<SlidingResult<Sale, R>, Sale> broken(
            Fault fault, DataStream<Sale> input) {
        WindowPlan misread = fault.misread(plan);
        return BrokenWindows.around(
                new BrokenSliding<>(
                        fault,
                        new SlidingEngine<>(
                                misread(fault),
                                misread,
                                aggregate.accumulators(input),
                                Sale.TYPE.createSerializer(
                                        input.getExecutionConfig().getSerializerConfig()))),
                misread,
                SlidingResult.type(Sale.TYPE, aggregate.types().result()),
                input);
    }

    private SlidingRange misread(Fault fault) {
        int count = counts() ? events : SlidingRange.ALL;
        return switch (fault) {
            case RANGE_TOO_LONG -> new SlidingRange(range + 1, count);
            case ONE_EVENT_TOO_MANY -> new SlidingRange(range, counts() ? count + 1 : count);
            case EQUAL_TIMES_APART -> new SlidingRange(range, counts() ? count : count - 1);
            default -> new SlidingRange(range, count);
        };
    }

    @Override
    public WindowReference<SlidingResult<Sale, R>> reference() {
        return new SlidingReference<>(this);
    }

    /** The rows of a key leave in the order of time. */
    @Override
    public Comparator<SlidingResult<Sale, R>> order() {
        return Comparator.comparing(row -> row.event().shop());
    }

    @Override
    public long timestampOf(SlidingResult<Sale, R> row) {
        return row.time();
    }

    @Override
    public String toString() {
        return (counts() ? "last " + events + " in " : "range ")
                + range
                + ", "
                + Plans.text(plan)
                + ", "
                + aggregate;
    }
}
