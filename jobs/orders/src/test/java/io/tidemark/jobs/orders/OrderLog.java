package io.tidemark.jobs.orders;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.late.LateJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
import org.jspecify.annotations.Nullable;

/**
 * A log of one partition, as a list, for the wiring of a job on a real Flink; and what the job
 * writes of it, a line each. All of it happens on 2026-01-01.
 */
public final class OrderLog {

    @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays carry no type argument.
    private static final Either<DeadLetter, Order>[] DATA = new Either[0];

    private final List<Either<DeadLetter, Order>> log = new ArrayList<>();

    /** A log without records. */
    public static OrderLog empty() {
        return new OrderLog();
    }

    /** Adds an order, which the log took at 12:00:30. */
    public OrderLog order(String id, String key, String time, String value) {
        log.add(
                Either.Right(
                        Order.read(
                                id,
                                key,
                                Instant.parse("2026-01-01T" + time + "Z").toEpochMilli(),
                                new BigDecimal(value),
                                0,
                                Instant.parse("2026-01-01T12:00:30Z").toEpochMilli(),
                                ("{\"order_id\":\"" + id + "\"}").getBytes(UTF_8))));
        return this;
    }

    /** Adds a record that could not be read. */
    public OrderLog rejected(long offset) {
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
        return this;
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
                                log.toArray(DATA))
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
                                                late ->
                                                        "late "
                                                                + text(
                                                                        LateJson.write(
                                                                                late,
                                                                                late.event()
                                                                                        .json())),
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
