package io.tidemark.operators.window;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * A stream that nobody behind it takes for idle, for rows of windows that go into other windows.
 *
 * <p>When all inputs have been idle and go on, the subtasks of the first windows learn of it one
 * after the other. Until the slowest does, windows behind a shuffle believe that it has nothing to
 * say, pass the watermark of the others, and find its rows late, though nobody was late. They wait
 * for it instead if it never is idle. That costs no liveness: all subtasks of windows behind a
 * shuffle get the same watermarks, so while they are silent, they are silent together.
 *
 * <p>Do not take it where the stream is joined or united with one of other inputs: these would wait
 * for this one as long as its inputs are idle.
 */
public final class NeverIdle {

    private NeverIdle() {}

    /**
     * Keeps the given stream from being idle; forwards all else. Keeps no state.
     *
     * @param uid the operator's stable uid, also its name
     */
    public static <T> SingleOutputStreamOperator<T> of(DataStream<T> stream, String uid) {
        return stream.transform(uid, stream.getType(), new Operator<T>())
                .setParallelism(stream.getParallelism())
                .uid(uid);
    }

    private static final class Operator<T> extends AbstractStreamOperator<T>
            implements OneInputStreamOperator<T, T> {

        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(StreamRecord<T> element) {
            output.collect(element);
        }

        @Override
        public void processWatermarkStatus(WatermarkStatus status) {}
    }
}
