package io.tidemark.system;

import io.tidemark.jobs.ordersperminute.Order;
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
                        .setTopics(options.topics().orders())
                        .setProperties(options.kafka().consumer())
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setDeserializer(
                                DeadLetteringDeserializer.of(
                                        record ->
                                                new Order(
                                                        "id-" + record.offset(),
                                                        "key",
                                                        record.timestamp(),
                                                        BigDecimal.ONE,
                                                        record.partition(),
                                                        record.timestamp(),
                                                        false,
                                                        record.value()),
                                        TypeInformation.of(Order.class)));
        if (options.kafka().untilEnd()) {
            builder.setBounded(OffsetsInitializer.latest());
        }
        OrdersPerMinuteJob.build(env, options, valve.around(builder.build()));
    }
}
