package io.tidemark.operators.testing;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Two operators, one behind the other with a keyBy in between, driven step by step: each input of
 * the first has a watermark and a status of its own, and the second sees what Flink makes of them.
 *
 * @param <IN> the type of the input
 * @param <MID> the type of what goes from the first to the second
 * @param <OUT> the type of the main output
 */
public final class Chain<IN, MID, OUT> {

    private final NodeUnderTest<IN, MID> first;
    private final NodeUnderTest<MID, OUT> second;
    private final Backend backend;

    private Chain(NodeUnderTest<IN, MID> first, NodeUnderTest<MID, OUT> second, Backend backend) {
        this.first = first;
        this.second = second;
        this.backend = backend;
    }

    /**
     * The two operators between an input and an output, with their state in the given backend.
     *
     * @throws IllegalArgumentException if there are not exactly two
     */
    public static <IN, OUT> Chain<IN, ?, OUT> through(
            DataStream<IN> input, DataStream<OUT> output, Backend backend) {
        if (output.getTransformation() instanceof OneInputTransformation<?, OUT> last) {
            Transformation<?> between = last.getInputs().get(0);
            while (between instanceof PartitionTransformation<?> partitioning) {
                between = partitioning.getInputs().get(0);
            }
            return of(
                    input,
                    new DataStream<>(input.getExecutionEnvironment(), between),
                    output,
                    backend);
        }
        throw new IllegalArgumentException(output.getTransformation() + " is no operator");
    }

    private static <IN, MID, OUT> Chain<IN, MID, OUT> of(
            DataStream<IN> input,
            DataStream<MID> between,
            DataStream<OUT> output,
            Backend backend) {
        return new Chain<>(
                NodeUnderTest.between(input, between),
                NodeUnderTest.between(between, output),
                backend);
    }

    /**
     * What the second operator would meet if the first were not there: every element, and the
     * watermarks of all inputs made into one.
     */
    public static <T> History<T> without(int inputs, List<ChainStep<T>> steps) throws Exception {
        History<T> met = History.empty();
        int count = inputs;
        Inputs marks = new Inputs(count, met::watermark);
        for (ChainStep<T> step : steps) {
            if (step instanceof ChainStep.Element<T> element) {
                met.element(element.value(), element.timestamp());
            } else if (step instanceof ChainStep.Mark<T> mark) {
                marks.mark(mark.input() % count, mark.time());
            } else if (step instanceof ChainStep.Status<T> status) {
                marks.status(status.input() % count, status(status));
            } else if (step instanceof ChainStep.Restore<T> restore) {
                count = restore.inputs();
                marks = new Inputs(count, met::watermark);
            }
        }
        for (int input = 0; input < count; input++) {
            marks.mark(input, Long.MAX_VALUE); // One after the other, as they end.
        }
        return met;
    }

    /**
     * Runs the steps, then ends all inputs.
     *
     * @param inputs how many inputs there are at the start
     * @throws AssertionError if keyed state or timers are left at the end
     */
    public Outcome<OUT> run(int inputs, List<ChainStep<IN>> steps) throws Exception {
        Emitted committed = new Emitted();
        int restores = 0;
        ChainStep<IN> clock = new ChainStep.Clock<>(0);
        Life<IN, MID, OUT> life = new Life<>(this, inputs, 1, null, null);
        try {
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i) instanceof ChainStep.Restore<IN> restore) {
                    Snapshot ofFirst = life.front.checkpoint(new Emitted());
                    Snapshot ofSecond = life.back.checkpoint(committed);
                    int lost = Math.min(steps.size(), i + 1 + restore.lostSteps());
                    for (ChainStep<IN> step : steps.subList(i + 1, lost)) {
                        life.take(step);
                    }
                    life.close();
                    restores++;
                    life =
                            new Life<>(
                                    this, restore.inputs(), restore.subtasks(), ofFirst, ofSecond);
                    life.take(clock);
                } else if (steps.get(i) instanceof ChainStep.Barrier<IN>) {
                    life.front.checkpoint(new Emitted());
                    life.back.checkpoint(committed);
                } else {
                    if (steps.get(i) instanceof ChainStep.Clock<IN>) {
                        clock = steps.get(i);
                    }
                    life.take(steps.get(i));
                }
            }
            life.front.end(new Emitted(), 0);
            life.back.end(committed, 0);
        } finally {
            life.close();
        }
        return new Outcome<>(committed, restores, 0);
    }

    private static WatermarkStatus status(ChainStep.Status<?> status) {
        return status.idle() ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE;
    }

    /** Both operators from a start or restore to a crash or the end. */
    private static final class Life<IN, MID, OUT> {

        private final int inputs;
        private final Attempt<IN, MID> front;
        private final Attempt<MID, OUT> back;

        private Life(
                Chain<IN, MID, OUT> chain,
                int inputs,
                int subtasks,
                @Nullable Snapshot ofFirst,
                @Nullable Snapshot ofSecond)
                throws Exception {
            this.inputs = inputs;
            Attempt<MID, OUT> started =
                    Attempt.start(chain.second, chain.backend, subtasks, ofSecond);
            Inputs marks = new Inputs(inputs, time -> started.take(new Step.Mark<>(time)));
            this.back = started;
            this.front =
                    Attempt.start(
                            chain.first,
                            chain.backend,
                            inputs,
                            ofFirst,
                            (input, serializer) -> new Wire<>(input, started, marks));
        }

        private void take(ChainStep<IN> step) throws Exception {
            if (step instanceof ChainStep.Element<IN> element) {
                front.take(
                        element.input() % inputs,
                        new Step.Element<>(element.value(), element.timestamp()));
            } else if (step instanceof ChainStep.Mark<IN> mark) {
                front.subtask(mark.input() % inputs).processWatermark(new Watermark(mark.time()));
            } else if (step instanceof ChainStep.Status<IN> status) {
                front.subtask(status.input() % inputs).processWatermarkStatus(status(status));
            } else if (step instanceof ChainStep.Clock<IN> clock) {
                front.take(new Step.Clock<>(clock.time()));
                back.take(new Step.Clock<>(clock.time()));
            }
        }

        private void close() throws Exception {
            front.close();
            back.close();
        }
    }

    /** From one subtask of the first operator to the second, in the order in which it leaves. */
    private static final class Wire<MID> implements Output<StreamRecord<MID>> {

        private final int input;
        private final Attempt<MID, ?> to;
        private final Inputs marks;

        private Wire(int input, Attempt<MID, ?> to, Inputs marks) {
            this.input = input;
            this.to = to;
            this.marks = marks;
        }

        @Override
        public void collect(StreamRecord<MID> record) {
            carry(() -> to.take(new Step.Element<>(record.getValue(), record.getTimestamp())));
        }

        @Override
        public void emitWatermark(Watermark mark) {
            carry(() -> marks.mark(input, mark.getTimestamp()));
        }

        @Override
        public void emitWatermarkStatus(WatermarkStatus status) {
            carry(() -> marks.status(input, status));
        }

        @Override
        public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {}

        @Override
        public void emitLatencyMarker(LatencyMarker marker) {}

        @Override
        public void emitRecordAttributes(RecordAttributes attributes) {}

        @Override
        public void emitWatermark(WatermarkEvent mark) {}

        @Override
        public void close() {}

        private static void carry(ThrowingRunnable transport) {
            try {
                transport.run();
            } catch (RuntimeException failed) {
                throw failed;
            } catch (Exception failed) {
                throw new IllegalStateException("the second operator failed", failed);
            }
        }
    }

    @FunctionalInterface
    private interface ThrowingRunnable {

        void run() throws Exception;
    }
}
