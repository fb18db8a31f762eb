package io.tidemark.operators.window;

import static io.tidemark.operators.window.FlinkSql.interval;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.aggregate.CountAndSum;
import io.tidemark.operators.aggregate.Max;
import io.tidemark.operators.testing.SeededRandom;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Where no event is late, windows send the rows of Flink SQL: of its window table-valued functions
 * and of {@code OVER}, all and no other ones.
 */
@ExtendWith(SeededRandom.class)
class FlinkSqlDifferentialTest {

    private static final int EVENTS = 3_000;

    /** How far an event may be behind, and how long the watermark waits. */
    private static final int DISORDER = 400;

    @RepeatedTest(2)
    void tumblingWindows(Random random) throws Exception {
        long size = 1L + random.nextInt(2_000);
        compareWindows(
                EventTimeWindows.tumbling(Duration.ofMillis(size)),
                "TUMBLE(TABLE sales, DESCRIPTOR(happened), " + interval(size) + ")",
                random);
    }

    @RepeatedTest(2)
    void hoppingWindows(Random random) throws Exception {
        long hop = 1L + random.nextInt(500);
        long size = hop * (1L + random.nextInt(12)); // SQL has no others.
        compareWindows(
                EventTimeWindows.hopping(Duration.ofMillis(size), Duration.ofMillis(hop)),
                "HOP(TABLE sales, DESCRIPTOR(happened), "
                        + interval(hop)
                        + ", "
                        + interval(size)
                        + ")",
                random);
    }

    private static void compareWindows(AlignedWindows windows, String function, Random random)
            throws Exception {
        compare(
                new Ours() {
                    @Override
                    public <A, R> DataStream<String> of(
                            KeyedStream<Sale, String> sales,
                            AggregateFunction<Sale, A, R> aggregate,
                            String uid) {
                        return lines(
                                WindowAggregation.of(windows, aggregate).uid(uid).applyTo(sales));
                    }
                },
                sales -> FlinkSql.windows(sales, function),
                sales(random));
    }

    @RepeatedTest(2)
    void sessions(Random random) throws Exception {
        long gap = 1L + random.nextInt(120);
        compare(
                new Ours() {
                    @Override
                    public <A, R> DataStream<String> of(
                            KeyedStream<Sale, String> sales,
                            AggregateFunction<Sale, A, R> aggregate,
                            String uid) {
                        return lines(
                                WindowAggregation.of(
                                                EventTimeWindows.<Sale>sessions(
                                                        Duration.ofMillis(gap)),
                                                aggregate)
                                        .uid(uid)
                                        .applyTo(sales));
                    }
                },
                sales ->
                        FlinkSql.windows(
                                sales,
                                "SESSION(TABLE sales PARTITION BY shop, DESCRIPTOR(happened), "
                                        + interval(gap)
                                        + ")"),
                sales(random));
    }

    /** SQL's range takes in the event at its far end. */
    @RepeatedTest(2)
    void slidingOverTime(Random random) throws Exception {
        long range = 1L + random.nextInt(2_000);
        compareSliding(
                new SlidingRange(range, SlidingRange.ALL),
                "RANGE BETWEEN " + interval(range - 1) + " PRECEDING AND CURRENT ROW",
                random);
    }

    /** SQL knows no horizon: ours is longer than all there is. */
    @RepeatedTest(2)
    void slidingOverTheLastEvents(Random random) throws Exception {
        int events = 1 + random.nextInt(60);
        compareSliding(
                new SlidingRange(Duration.ofDays(10_000).toMillis(), events),
                "ROWS BETWEEN " + (events - 1) + " PRECEDING AND CURRENT ROW",
                random);
    }

    private static void compareSliding(SlidingRange range, String frame, Random random)
            throws Exception {
        compare(
                new Ours() {
                    @Override
                    public <A, R> DataStream<String> of(
                            KeyedStream<Sale, String> sales,
                            AggregateFunction<Sale, A, R> aggregate,
                            String uid) {
                        Duration duration = Duration.ofMillis(range.millis());
                        return (range.counts()
                                        ? SlidingAggregation.overLast(
                                                range.events(), duration, aggregate)
                                        : SlidingAggregation.over(duration, aggregate))
                                .uid(uid)
                                .applyTo(sales)
                                .results()
                                .map(
                                        row ->
                                                FlinkSql.line(
                                                        row.event().shop(),
                                                        row.time(),
                                                        row.time(),
                                                        row.value()))
                                .returns(Types.STRING);
                    }
                },
                sales -> FlinkSql.over(sales, frame),
                sales(random));
    }

    /** Our windows with an aggregate, a line a row. */
    private interface Ours {

        <A, R> DataStream<String> of(
                KeyedStream<Sale, String> sales,
                AggregateFunction<Sale, A, R> aggregate,
                String uid);

        default <R> DataStream<String> lines(WindowedResults<WindowResult<String, R>, Sale> rows) {
            return rows.results()
                    .map(row -> FlinkSql.line(row.key(), row.start(), row.end(), row.value()))
                    .returns(Types.STRING);
        }
    }

    /** Both in one job, with an aggregate that can be inverted and one that cannot. */
    @SuppressWarnings("try") // Flink's iterator declares what its close may throw.
    private static void compare(
            Ours windows, Function<DataStream<Sale>, DataStream<String>> sql, List<Sale> input)
            throws Exception {
        StreamExecutionEnvironment job = StreamExecutionEnvironment.createLocalEnvironment(1);
        DataStream<Sale> sales =
                job.fromData(input, Sale.TYPE)
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Sale>forGenerator(context -> new Behind())
                                        .withTimestampAssigner((sale, time) -> sale.time()));
        KeyedStream<Sale, String> keyed = sales.keyBy(Sale::shop, Types.STRING);
        DataStream<Tuple2<Boolean, String>> both =
                from(
                                true,
                                windows.of(
                                        keyed,
                                        CountAndSum.of(sale -> BigDecimal.valueOf(sale.amount())),
                                        "totals"))
                        .union(
                                from(true, windows.of(keyed, Max.ofLong(Sale::amount), "max")),
                                from(false, sql.apply(sales)));
        List<String> ours = new ArrayList<>();
        List<String> theirs = new ArrayList<>();
        try (CloseableIterator<Tuple2<Boolean, String>> lines = both.executeAndCollect()) {
            lines.forEachRemaining(line -> (line.f0 ? ours : theirs).add(line.f1));
        }
        assertThat(theirs).isNotEmpty();
        ours.sort(null);
        theirs.sort(null);
        assertThat(ours).isEqualTo(theirs);
    }

    private static DataStream<Tuple2<Boolean, String>> from(
            boolean ours, DataStream<String> lines) {
        return lines.map(line -> Tuple2.of(ours, line))
                .returns(Types.TUPLE(Types.BOOLEAN, Types.STRING));
    }

    /**
     * In disorder, some at one time, some twice, with pauses. None before 1970: there SQL's OVER
     * takes every event for late, and its window functions lose windows.
     */
    private static List<Sale> sales(Random random) {
        List<Sale> sales = new ArrayList<>();
        long clock = random.nextBoolean() ? DISORDER : 1_700_000_000_000L;
        int pace = 1 + random.nextInt(20);
        int disorder = 1 + random.nextInt(DISORDER);
        int shops = 1 + random.nextInt(SaleHistory.SHOPS.size());
        for (int i = 0; i < EVENTS; i++) {
            clock += random.nextInt(200) == 0 ? random.nextInt(5_000) : random.nextInt(pace);
            Sale drawn =
                    new Sale(
                            SaleHistory.SHOPS.get(random.nextInt(shops)),
                            clock - random.nextInt(disorder),
                            random.nextInt());
            sales.add(drawn);
            if (random.nextInt(20) == 0) {
                sales.add(drawn);
            }
        }
        return sales;
    }

    /** A watermark at each event, as far behind as an event can be. */
    private static final class Behind implements WatermarkGenerator<Sale> {

        private long highest = Long.MIN_VALUE + DISORDER;

        @Override
        public void onEvent(Sale sale, long time, WatermarkOutput output) {
            highest = Math.max(highest, time);
            output.emitWatermark(new Watermark(highest - DISORDER));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }
}
