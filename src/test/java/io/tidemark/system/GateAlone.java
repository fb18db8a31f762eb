package io.tidemark.system;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetters;
import io.tidemark.operators.late.LateJson;
import io.tidemark.operators.late.LatenessGate;
import io.tidemark.operators.late.Progress;
import io.tidemark.operators.late.WindowEnds;
import io.tidemark.operators.sink.KafkaPreflight;
import io.tidemark.operators.sink.TopicPlan;
import io.tidemark.watermarks.BoundedDisorder;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;
import org.jspecify.annotations.Nullable;

/**
 * A job that only judges lateness, with a gate whose progress is checkpointed or, as a mutant, is
 * not. For one partition.
 */
final class GateAlone {

    private static final TypeInformation<Order> ORDER = TypeInformation.of(Order.class);

    private GateAlone() {}

    static void faithful(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        BoundedDisorder rule = options.orders().disorder();
        build(env, options, valve, Progress.of(rule::advance, rule::watermark, rule::isAhead));
    }

    static void forgetful(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        build(env, options, valve, new Forgetful(options.orders().disorder()));
    }

    private static void build(
            StreamExecutionEnvironment env,
            OrdersPerMinuteOptions options,
            Valve valve,
            Progress progress) {
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
                        progress,
                        WindowEnds.tumbling(options.window()),
                        Order::partition,
                        Order::logTime)
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

    /** Trusts a plain field, which a crash empties, instead of the state that it is handed. */
    private static final class Forgetful implements Progress {

        private static final long serialVersionUID = 1L;

        private final BoundedDisorder rule;
        private transient @Nullable Long progressInAField;

        Forgetful(BoundedDisorder rule) {
            this.rule = rule;
        }

        private long progress() {
            return progressInAField == null ? NONE : progressInAField;
        }

        @Override
        public long advance(long ignored, long eventTime, long logTime) {
            long advanced = rule.advance(progress(), eventTime, logTime);
            progressInAField = advanced;
            return advanced;
        }

        @Override
        public long watermark(long ignored) {
            return rule.watermark(progress());
        }

        @Override
        public boolean isAhead(long eventTime, long logTime) {
            return rule.isAhead(eventTime, logTime);
        }
    }
}
