package io.tidemark.jobs.orders;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.Reason;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;
import org.apache.flink.util.CollectionUtil;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A log of one partition, as a list, for the wiring of a job on a real Flink; and what the job
 * writes of it, a line each. All of it happens on 2026-01-01.
 */
public final class OrderLog {

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays carry no type argument.
    private static final Either<DeadLetter, Order>[] DATA = new Either[0];

    /** The log took all of it at 12:00:30. */
    private static final long LOG_TIME = Instant.parse("2026-01-01T12:00:30Z").toEpochMilli();

    private final List<Function<OrderOptions, Either<DeadLetter, Order>>> log = new ArrayList<>();

    /** A log without records. */
    public static OrderLog empty() {
        return new OrderLog();
    }

    /** Adds an order. */
    public OrderLog order(String id, String key, String time, String value) {
        return read(
                Either.Right(
                        Order.read(
                                id,
                                key,
                                Instant.parse("2026-01-01T" + time + "Z").toEpochMilli(),
                                new BigDecimal(value),
                                0,
                                LOG_TIME,
                                ("{\"order_id\":\"" + id + "\"}").getBytes(UTF_8))));
    }

    /** Adds a record that could not be read. */
    public OrderLog rejected(long offset) {
        return read(
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

    private OrderLog read(Either<DeadLetter, Order> record) {
        log.add(options -> record);
        return this;
    }

    /** Adds a record as it stands in the log, which the job reads as its options say. */
    public OrderLog record(String json) {
        int offset = log.size();
        log.add(options -> OrderJob.deserializer(options).read(inLog(offset, json)));
        return this;
    }

    private static ConsumerRecord<byte[], byte[]> inLog(long offset, String json) {
        byte[] value = json.getBytes(UTF_8);
        return new ConsumerRecord<>(
                "orders",
                0,
                offset,
                LOG_TIME,
                TimestampType.CREATE_TIME,
                0,
                value.length,
                null,
                value,
                new RecordHeaders(),
                Optional.empty());
    }

    /**
     * What a job makes of orders whose times are beyond what windows can hold, and of one that is
     * not: all but that one are to be dead letters.
     *
     * @param key the field that orders are grouped by
     */
    public static List<String> ofImpossibleTimes(OrderJob<?, ?> job, String key) throws Exception {
        OrderLog log = OrderLog.empty();
        for (long time :
                new long[] {
                    Long.MIN_VALUE,
                    -(1L << 62) - 1,
                    1_767_268_800_000L, // 2026-01-01T12:00:00Z
                    9_214_646_400_000_000_000L, // about the year 292,000,000
                    Long.MAX_VALUE
                }) {
            log.record(
                    "{\"order_id\":\"%d\",\"%s\":\"x\",\"ordered_at\":%d,\"amount\":\"1\"}"
                            .formatted(time, key, time));
        }
        return log.through(job, "--time-format=millis", "--max-ahead=1h");
    }

    /** What a job with these arguments writes. */
    public <O extends OrderOptions.Of, R> List<String> through(OrderJob<O, R> job, String... args)
            throws Exception {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(1);
        O options = Asked.options(job, args);
        DataStream<Either<DeadLetter, Order>> records =
                env.fromData(
                                new EitherTypeInfo<>(
                                        TypeInformation.of(DeadLetter.class), Order.TYPE),
                                log.stream()
                                        .map(record -> record.apply(options.orders()))
                                        .toList()
                                        .toArray(DATA))
                        .assignTimestampsAndWatermarks(AdmittedOrders.watermarks(options.orders()));
        AdmittedOrders.Outputs<R> outputs = job.topology.apply(records, options);
        SerializableFunction<R, byte[]> key = job.key;
        SerializableFunction<R, byte[]> value = job.value;
        DataStream<String> rows =
                outputs.results()
                        .map(
                                row ->
                                        "result "
                                                + text(key.apply(row))
                                                + " "
                                                + text(value.apply(row)),
                                Types.STRING)
                        .union(
                                outputs.late()
                                        .map(
                                                late -> "late " + text(OrderJob.lateJson(late)),
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

    /** A message without a value takes a row back. */
    private static String text(byte @Nullable [] message) {
        return message == null ? "taken back" : new String(message, UTF_8);
    }
}
