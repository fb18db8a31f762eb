package io.tidemark.operators.window;

import java.util.List;
import org.apache.flink.api.common.state.KeyedStateStore;

/**
 * The context of an engine inside another one: everything but the events is the outer engine's.
 *
 * @param <K> the type of the keys
 * @param <I> the type of the outer engine's events
 * @param <T> the type of the inner engine's events
 * @param <O> the type of the results
 */
abstract class ForwardingContext<K, I, T, O> implements WindowContext<K, T, O> {

    final WindowContext<K, I, O> context;

    ForwardingContext(WindowContext<K, I, O> context) {
        this.context = context;
    }

    @Override
    public final KeyedStateStore states() {
        return context.states();
    }

    @Override
    public final List<K> keysOf(String state) {
        return context.keysOf(state);
    }

    @Override
    public final K currentKey() {
        return context.currentKey();
    }

    @Override
    public final void currentKey(K key) {
        context.currentKey(key);
    }

    @Override
    public final long watermark() {
        return context.watermark();
    }

    @Override
    public boolean isTimeUp() {
        return context.isTimeUp();
    }

    @Override
    public final void emit(O result, long timestamp) {
        context.emit(result, timestamp);
    }

    @Override
    public final void countLate(long events) {
        context.countLate(events);
    }

    @Override
    public final void countUpdate() {
        context.countUpdate();
    }

    @Override
    public final void firedThrough(long windowEnd) {
        context.firedThrough(windowEnd);
    }
}
