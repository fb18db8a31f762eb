package io.tidemark.operators.late;

import java.util.Objects;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Adds up late events where they come out, so that one record a checkpoint goes on to the summary
 * and not each event. It sends in front of the barrier what it has, so that it needs no state.
 */
final class LateTallyOperator<T> extends AbstractStreamOperator<LatenessFigures>
        implements OneInputStreamOperator<Late<T>, LatenessFigures> {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<T, String> key;

    private transient LatenessTally tally;

    @SuppressWarnings("NullAway.Init") // Flink opens the operator before the first event.
    LateTallyOperator(SerializableFunction<T, String> key) {
        this.key = key;
    }

    @Override
    public void open() throws Exception {
        super.open();
        tally = new LatenessTally();
    }

    @Override
    public void processElement(StreamRecord<Late<T>> element) {
        Late<T> late = element.getValue();
        tally.add(
                late,
                Objects.requireNonNull(
                        key.apply(late.event()),
                        "the key of a late event is null: give a text for events without one"));
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        send();
    }

    @Override
    public void finish() throws Exception {
        send();
        super.finish();
    }

    private void send() {
        if (!tally.isEmpty()) {
            output.collect(new StreamRecord<>(tally.figures()));
            tally.clear();
        }
    }
}
