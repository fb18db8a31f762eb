package io.tidemark.system;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetters;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LateJson;
import io.tidemark.operators.late.LatenessGate;
import io.tidemark.operators.late.WindowEnds;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.operators.sink.kafka.TopicPlan;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;

/**
 * A job that only judges lateness, with a gate whose progress is checkpointed or, as a mutant, is
 * not. For one partition.
 */
final class GateAlone {

    private static final TypeInformation<Order> ORDER = TypeInformation.of(Order.class);

    private GateAlone() {}

    static void faithful(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        build(env, options, valve, Order::partition);
    }

    /** Begins anew after a crash, for it looks for its progress under another key then. */
    static void forgetful(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        int number = valve.number();
        build(
                env,
                options,
                valve,
                order -> order.partition() + 1000 * Valve.numbered(number).readersOpened());
    }

    private static void build(
            StreamExecutionEnvironment env,
            OrdersPerMinuteOptions options,
            Valve valve,
            KeySelector<Order, Integer> partition) {
        String lateTopic = options.orders().topics().late();
        try (KafkaPreflight preflight = KafkaPreflight.connect(options.orders().kafka().client())) {
            preflight.ensure(List.of(TopicPlan.log(lateTopic, 1)));
        }
        DataStream<Either<DeadLetter, Order>> records =
                env.fromSource(
                                valve.around(OrderJob.source(options.orders())),
                                // No watermarks: they would remember what the gate forgets.
                                WatermarkStrategy.<Either<DeadLetter, Order>>noWatermarks()
                                        .withTimestampAssigner(
                                                (record, logTime) ->
                                                        record.isRight()
                                                                ? record.right().time()
                                                                : Long.MIN_VALUE),
                                "source")
                        .uid("source");
        LatenessGate.<Order>judging(
                        options.orders().watermarks(Order::time, Order::logTime),
                        WindowEnds.tumbling(options.window()),
                        partition)
                .applyTo(DeadLetters.split(records, ORDER, "dead-letters").events(), ORDER, "gate")
                .late()
                .sinkTo(
                        options.orders()
                                .kafka()
                                .output(List.of("late-sink"))
                                .to(lateTopic, "late-sink", null, GateAlone::lateJson))
                .uid("late-sink");
    }

    private static byte[] lateJson(Late<Order> late) {
        Order order = late.event();
        return LateJson.write(late.inPartition(order.partition()), order.json());
    }
}
