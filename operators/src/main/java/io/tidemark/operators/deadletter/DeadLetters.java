package io.tidemark.operators.deadletter;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.types.Either;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * A stream of records parted into events and dead letters.
 *
 * @param events what could be read
 * @param deadLetters what could not
 * @param <T> the type of the events
 */
public record DeadLetters<T>(
        SingleOutputStreamOperator<T> events, DataStream<DeadLetter> deadLetters) {

    /** The metric that counts rejected records since the task started. */
    public static final String REJECTED_METRIC = "tidemark_rejected";

    /**
     * Parts the output of a {@link DeadLetteringDeserializer}, at its parallelism; keeps no state
     * and changes no order.
     *
     * @param uid the operator's stable uid, also its name
     */
    public static <T> DeadLetters<T> split(
            DataStream<Either<DeadLetter, T>> records, TypeInformation<T> eventType, String uid) {
        OutputTag<DeadLetter> tag =
                new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));
        SingleOutputStreamOperator<T> events =
                records.process(new Split<T>(tag), eventType)
                        // At any other parallelism Flink would deal the records out, and those of
                        // one partition would overtake one another.
                        .setParallelism(records.getParallelism())
                        .uid(uid)
                        .name(uid);
        return new DeadLetters<>(events, events.getSideOutput(tag));
    }

    private static final class Split<T> extends ProcessFunction<Either<DeadLetter, T>, T> {

        private static final long serialVersionUID = 1L;

        private final OutputTag<DeadLetter> tag;
        private transient Counter rejected;

        Split(OutputTag<DeadLetter> tag) {
            this.tag = tag;
        }

        @Override
        public void open(OpenContext context) {
            rejected = getRuntimeContext().getMetricGroup().counter(REJECTED_METRIC);
        }

        @Override
        public void processElement(
                Either<DeadLetter, T> record, Context context, Collector<T> out) {
            if (record.isRight()) {
                out.collect(record.right());
            } else {
                rejected.inc();
                context.output(tag, record.left());
            }
        }
    }
}
