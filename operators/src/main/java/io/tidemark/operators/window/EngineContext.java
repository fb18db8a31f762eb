package io.tidemark.operators.window;

import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * What an engine asks for, answered with what the operator around it has: its state, its outputs,
 * its metrics, the time it has left.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <O> the type of the results
 */
final class EngineContext<K, T, O> implements WindowContext<K, T, O> {

    private final Operator<K> operator;
    private final KeyedStateBackend<K> backend;
    private final Output<StreamRecord<O>> output;
    private final WindowOutputs.Sender<T> lateEvents;
    private final WindowMetrics metrics;
    private final TimeSlice slice;

    private final StreamRecord<O> result = new StreamRecord<>(null);

    private @Nullable K currentKey;

    /** The watermark by which the key at hand is judged. */
    private long judging = Long.MIN_VALUE;

    EngineContext(
            Operator<K> operator,
            KeyedStateBackend<K> backend,
            Output<StreamRecord<O>> output,
            WindowOutputs.Sender<T> lateEvents,
            WindowMetrics metrics,
            TimeSlice slice) {
        this.operator = operator;
        this.backend = backend;
        this.output = output;
        this.lateEvents = lateEvents;
        this.metrics = metrics;
        this.slice = slice;
    }

    /** What only the operator itself can do. */
    interface Operator<K> {

        @Nullable KeyedStateStore getKeyedStateStore();

        void setCurrentKey(Object key);

        /** Counts an event that was too late for all of its windows. */
        void countLate();
    }

    /** Whatever follows is about a key that is judged by the given watermark. */
    void judgeBy(long watermark) {
        judging = watermark;
    }

    /** Notes that a key was made the current one, by whomever. */
    void isCurrent(K key) {
        currentKey = key;
    }

    @Override
    public KeyedStateStore states() {
        KeyedStateStore store = operator.getKeyedStateStore();
        if (store == null) {
            throw new IllegalStateException("windows need a keyed stream");
        }
        return store;
    }

    @Override
    public List<K> keysOf(String state) {
        try (Stream<K> keys = backend.getKeys(state, VoidNamespace.INSTANCE)) {
            return keys.toList();
        }
    }

    @Override
    public K currentKey() {
        return backend.getCurrentKey();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // The same object saves the write; equal ones may not.
    public void currentKey(K key) {
        if (currentKey != key) {
            operator.setCurrentKey(key);
        }
    }

    @Override
    public long watermark() {
        return judging;
    }

    @Override
    public boolean isTimeUp() {
        return slice.isOver();
    }

    @Override
    public void emit(O value, long timestamp) {
        slice.rowSent();
        output.collect(result.replace(value, timestamp));
    }

    @Override
    public void late(T event, long time, long missedWindowEnd) {
        operator.countLate();
        lateEvents.late(event, time, judging, missedWindowEnd);
    }

    @Override
    public void countLate(long events) {
        for (long i = 0; i < events; i++) {
            operator.countLate();
        }
    }

    @Override
    public void partlyLate(T event, long time, MissedWindows missed) {
        metrics.partlyLate();
        lateEvents.partlyLate(event, time, judging, missed);
    }

    @Override
    public void countUpdate() {
        metrics.update();
    }

    @Override
    public void firedThrough(long windowEnd) {
        metrics.fired(windowEnd);
    }
}
