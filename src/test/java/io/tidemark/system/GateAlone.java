package io.tidemark.system;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetters;
import io.tidemark.operators.late.LateJson;
import io.tidemark.operators.late.LatenessGate;
import io.tidemark.operators.late.WindowEnds;
import io.tidemark.operators.sink.KafkaPreflight;
import io.tidemark.operators.sink.TopicPlan;
import io.tidemark.watermarks.RestorableGenerator;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
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
        build(env, options, valve, options.orders().watermarks(Order::time, Order::logTime));
    }

    static void forgetful(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        build(
                env,
                options,
                valve,
                new Forgetful(options.orders().watermarks(Order::time, Order::logTime)));
    }

    private static void build(
            StreamExecutionEnvironment env,
            OrdersPerMinuteOptions options,
            Valve valve,
            WatermarkStrategy<Order> strategy) {
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
                        strategy, WindowEnds.tumbling(options.window()), Order::partition)
                .applyTo(DeadLetters.split(records, ORDER, "dead-letters").events(), ORDER, "gate")
                .late()
                .sinkTo(
                        options.orders()
                                .kafka()
                                .output()
                                .to(
                                        lateTopic,
                                        "late-sink",
                                        null,
                                        late -> LateJson.write(late, late.event().json())))
                .uid("late-sink");
    }

    /** Writes nothing into the checkpoint, and so begins anew after a crash. */
    private static final class Forgetful implements WatermarkStrategy<Order> {

        private static final long serialVersionUID = 1L;

        private final WatermarkStrategy<Order> faithful;

        Forgetful(WatermarkStrategy<Order> faithful) {
            this.faithful = faithful;
        }

        @Override
        public WatermarkGenerator<Order> createWatermarkGenerator(
                WatermarkGeneratorSupplier.Context context) {
            WatermarkGenerator<Order> generator = faithful.createWatermarkGenerator(context);
            return new RestorableGenerator<>() {

                @Override
                public void onEvent(Order order, long eventTime, WatermarkOutput output) {
                    generator.onEvent(order, eventTime, output);
                }

                @Override
                public void onPeriodicEmit(WatermarkOutput output) {
                    generator.onPeriodicEmit(output);
                }

                @Override
                public void write(DataOutputView out) {}

                @Override
                public void read(DataInputView in) {}
            };
        }
    }
}
