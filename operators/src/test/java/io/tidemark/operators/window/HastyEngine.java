package io.tidemark.operators.window;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.jspecify.annotations.Nullable;

/** An engine whose time is always up: it fires in the smallest portions that it can. */
final class HastyEngine<K, T, O, H extends HotKey<K>> implements WindowEngine<K, T, O, H> {

    private static final long serialVersionUID = 1L;

    /** How often something was left for the next call; static, for an operator is a copy. */
    static final AtomicLong STOPS = new AtomicLong();

    private final WindowEngine<K, T, O, H> engine;

    HastyEngine(WindowEngine<K, T, O, H> engine) {
        this.engine = engine;
    }

    @Override
    public void open(WindowContext<K, T, O> context) throws Exception {
        engine.open(new InAHurry<>(context));
    }

    @Override
    public String windows() {
        return engine.windows();
    }

    @Override
    public H create(K key) {
        return engine.create(key);
    }

    @Override
    public @Nullable H load(K key) throws Exception {
        return engine.load(key);
    }

    @Override
    public void store(H key) throws Exception {
        engine.store(key);
    }

    @Override
    public void clear(H key) throws Exception {
        engine.clear(key);
    }

    @Override
    public void add(H key, T event, long time) throws Exception {
        engine.add(key, event, time);
    }

    @Override
    public void fire(H key, long watermark) throws Exception {
        engine.fire(key, watermark);
        while (key.isDue(watermark)) {
            STOPS.incrementAndGet();
            engine.fire(key, watermark);
        }
    }

    @Override
    public boolean isEmpty(H key) {
        return engine.isEmpty(key);
    }

    @Override
    public int weightOf(H key) {
        return engine.weightOf(key);
    }

    @Override
    public boolean takesUnread(H key, long time) {
        return engine.takesUnread(key, time);
    }

    @Override
    public void storeUnread(H unread) throws Exception {
        engine.storeUnread(unread);
    }

    @Override
    public void join(H read, H unread) throws Exception {
        engine.join(read, unread);
    }

    @Override
    public void slim(H key) throws Exception {
        engine.slim(key);
    }

    @Override
    public void tick(H key) throws Exception {
        engine.tick(key);
    }

    private record InAHurry<K, T, O>(WindowContext<K, T, O> context)
            implements WindowContext<K, T, O> {

        @Override
        public boolean isTimeUp() {
            return true;
        }

        @Override
        public KeyedStateStore states() {
            return context.states();
        }

        @Override
        public List<K> keysOf(String state) {
            return context.keysOf(state);
        }

        @Override
        public K currentKey() {
            return context.currentKey();
        }

        @Override
        public void currentKey(K key) {
            context.currentKey(key);
        }

        @Override
        public long watermark() {
            return context.watermark();
        }

        @Override
        public void emit(O result, long timestamp) {
            context.emit(result, timestamp);
        }

        @Override
        public void late(T event, long time, long missedWindowEnd) {
            context.late(event, time, missedWindowEnd);
        }

        @Override
        public void partlyLate(T event, long time, MissedWindows missed) {
            context.partlyLate(event, time, missed);
        }

        @Override
        public void countLate(long events) {
            context.countLate(events);
        }

        @Override
        public void countUpdate() {
            context.countUpdate();
        }

        @Override
        public void firedThrough(long windowEnd) {
            context.firedThrough(windowEnd);
        }
    }
}
