package io.tidemark.system;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;

/** A mutant: the job behind Flink's own Kafka source, without the guard. */
final class Unguarded {

    private Unguarded() {}

    static void build(StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        KafkaSourceBuilder<Either<DeadLetter, Order>> builder =
                KafkaSource.<Either<DeadLetter, Order>>builder()
                        .setTopics(options.orders().topics().orders())
                        .setProperties(options.orders().kafka().consumer())
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setDeserializer(
                                DeadLetteringDeserializer.of(
                                        record ->
                                                Order.read(
                                                        "id-" + record.offset(),
                                                        "key",
                                                        record.timestamp(),
                                                        BigDecimal.ONE,
                                                        record.partition(),
                                                        record.timestamp(),
                                                        record.value()),
                                        TypeInformation.of(Order.class)));
        if (options.orders().kafka().untilEnd()) {
            builder.setBounded(OffsetsInitializer.latest());
        }
        OrdersPerMinuteJob.JOB.build(env, options, valve.around(builder.build()));
    }
}
