package io.tidemark.jobs.ordersperminute;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.late.LateJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Either;
import org.apache.flink.util.CollectionUtil;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The job's own wiring on a real Flink, with a list for a source and a list for each output. */
class OrdersPerMinuteTopologyTest {

    @RegisterExtension
    static final MiniClusterExtension FLINK =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    private final List<Either<DeadLetter, Order>> log = new ArrayList<>();

    @Test
    void eachRecordLeavesByOneDoor() throws Exception {
        order("a", "de", "12:00:05", "1.10");
        order("b", "de", "12:00:59", "2.20");
        order("a", "de", "12:00:05", "1.10"); // repeat
        order("c", "fr", "12:00:30", "-5");
        rejected(4);
        order("d", "de", "12:01:20", "7"); // the watermark passes 12:01
        order("e", "de", "12:00:10", "9"); // late

        List<String> rows = run("--watermark-delay=10s", "--watermark-step=1ms");

        assertThat(rows)
                .containsExactlyInAnyOrder(
                        "result {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"de\",\"count\":2,\"sum\":3.30,\"pane\":\"on_time\"}",
                        "result {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"fr\",\"count\":1,\"sum\":-5,\"pane\":\"on_time\"}",
                        "result {\"window_start\":\"2026-01-01T12:01:00Z\",\"window_end\":\"2026-01-01T12:02:00Z\",\"key\":\"de\",\"count\":1,\"sum\":7,\"pane\":\"on_time\"}",
                        "late {\"event\":{\"order_id\":\"e\"},\"late_by_ms\":59999,\"watermark\":\"2026-01-01T12:01:09.999Z\",\"missed_window_end\":\"2026-01-01T12:01:00Z\"}",
                        "dead letter 4 NOT_JSON",
                        "ledger rejected 1",
                        "ledger admitted 4",
                        "ledger duplicate 1",
                        "ledger late_at_gate 1");
    }

    @Test
    void withinTheAllowedLatenessARowIsReplacedAndSaysSo() throws Exception {
        order("a", "de", "12:00:05", "1");
        order("b", "de", "12:01:20", "2");
        order("c", "de", "12:00:10", "4");

        List<String> rows =
                run("--watermark-delay=10s", "--watermark-step=1ms", "--allowed-lateness=1m");

        assertThat(rows)
                .contains(
                        "result {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"de\",\"count\":2,\"sum\":5,\"pane\":\"late_update\"}",
                        "ledger admitted 3")
                .noneMatch(row -> row.startsWith("late"));
    }

    @Test
    void anOrderFarAheadOfTheLogIsCountedAndMakesNobodyLate() throws Exception {
        order("a", "de", "12:00:05", "1");
        order("b", "de", "14:00:00", "2"); // the log says it is noon
        order("c", "de", "12:00:10", "4");

        List<String> rows = run("--watermark-delay=10s", "--max-ahead=1h");

        assertThat(rows)
                .contains(
                        "result {\"window_start\":\"2026-01-01T12:00:00Z\",\"window_end\":\"2026-01-01T12:01:00Z\",\"key\":\"de\",\"count\":2,\"sum\":5,\"pane\":\"on_time\"}",
                        "result {\"window_start\":\"2026-01-01T14:00:00Z\",\"window_end\":\"2026-01-01T14:01:00Z\",\"key\":\"de\",\"count\":1,\"sum\":2,\"pane\":\"on_time\"}",
                        "ledger ahead 1")
                .noneMatch(row -> row.startsWith("late"));
    }

    @Test
    void onlyAnUnboundedRunDeclaresAPartitionIdle() {
        assertThat(fallsIdle("--idle-after=30s")).isTrue();
        assertThat(fallsIdle("--idle-after=0s")).isFalse();
        assertThat(fallsIdle("--idle-after=30s", "--until-end")).isFalse();
    }

    /** Whether a partition without events falls idle within a minute. */
    private static boolean fallsIdle(String... args) {
        ManualClock clock = new ManualClock();
        WatermarkGenerator<Either<DeadLetter, Order>> generator =
                OrdersPerMinuteTopology.watermarks(options(args))
                        .createWatermarkGenerator(new GeneratorContext(clock));
        AtomicBoolean idle = new AtomicBoolean();
        WatermarkOutput output =
                new WatermarkOutput() {
                    @Override
                    public void emitWatermark(Watermark watermark) {}

                    @Override
                    public void markIdle() {
                        idle.set(true);
                    }

                    @Override
                    public void markActive() {}
                };
        for (int second = 0; second <= 60; second++) {
            clock.advanceTime(Duration.ofSeconds(1));
            generator.onPeriodicEmit(output);
        }
        return idle.get();
    }

    private record GeneratorContext(RelativeClock getInputActivityClock)
            implements WatermarkGeneratorSupplier.Context {

        @Override
        public MetricGroup getMetricGroup() {
            return UnregisteredMetricsGroup.createOperatorMetricGroup();
        }
    }

    private static OrdersPerMinuteOptions options(String... args) {
        return new OrdersPerMinuteCommand()
                .parse(args, new PrintWriter(new StringWriter()))
                .orElseThrow();
    }

    private List<String> run(String... args) throws Exception {
        OrdersPerMinuteOptions options = options(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataStream<Either<DeadLetter, Order>> records =
                env.fromData(
                                new EitherTypeInfo<>(
                                        TypeInformation.of(DeadLetter.class), Order.TYPE),
                                log.toArray(DATA))
                        .assignTimestampsAndWatermarks(OrdersPerMinuteTopology.watermarks(options));
        OrdersPerMinuteTopology.Outputs outputs = OrdersPerMinuteTopology.of(records, options);
        DataStream<String> rows =
                outputs.results()
                        .map(
                                result -> "result " + new String(ResultJson.value(result), UTF_8),
                                Types.STRING)
                        .union(
                                outputs.late()
                                        .map(
                                                late ->
                                                        "late "
                                                                + new String(
                                                                        LateJson.write(
                                                                                late,
                                                                                late.event()
                                                                                        .json()),
                                                                        UTF_8),
                                                Types.STRING),
                                outputs.deadLetters()
                                        .map(
                                                letter ->
                                                        "dead letter "
                                                                + letter.offset()
                                                                + " "
                                                                + letter.reason(),
                                                Types.STRING),
                                outputs.ledger()
                                        .map(
                                                entry ->
                                                        "ledger "
                                                                + entry.account().label()
                                                                + " "
                                                                + entry.increment(),
                                                Types.STRING));
        return CollectionUtil.iteratorToList(rows.executeAndCollect());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays carry no type argument.
    private static final Either<DeadLetter, Order>[] DATA = new Either[0];

    private void order(String id, String key, String time, String value) {
        long millis = Instant.parse("2026-01-01T" + time + "Z").toEpochMilli();
        long logTime = Instant.parse("2026-01-01T12:00:30Z").toEpochMilli();
        log.add(
                Either.Right(
                        new Order(
                                id,
                                key,
                                millis,
                                new BigDecimal(value),
                                0,
                                logTime,
                                false,
                                ("{\"order_id\":\"" + id + "\"}").getBytes(UTF_8))));
    }

    private void rejected(long offset) {
        log.add(
                Either.Left(
                        new DeadLetter(
                                "orders",
                                0,
                                offset,
                                Reason.NOT_JSON,
                                "cut",
                                "{".getBytes(UTF_8),
                                1)));
    }
}
