package io.tidemark.operators.window;

import java.util.List;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Aligned windows behind a {@link LocalAggregation}: single events are judged, accumulators are
 * merged.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class PreAggregatedEngine<K, T, A, R>
        implements WindowEngine<K, Partial<K, T, A>, WindowResult<K, R>, AlignedKey<K, A>> {

    private static final long serialVersionUID = 1L;

    private final AlignedEngine<K, T, A, R> aligned;

    private transient OfEvents<K, T, A, WindowResult<K, R>> ofEvents;

    @SuppressWarnings("NullAway.Init") // Opened before the first event.
    PreAggregatedEngine(AlignedEngine<K, T, A, R> aligned) {
        this.aligned = aligned;
    }

    @Override
    public void open(WindowContext<K, Partial<K, T, A>, WindowResult<K, R>> context)
            throws Exception {
        ofEvents = new OfEvents<>(context);
        aligned.open(ofEvents);
    }

    @Override
    public void add(AlignedKey<K, A> key, Partial<K, T, A> partial, long time) throws Exception {
        T event = partial.event();
        if (event != null) {
            ofEvents.judged = partial;
            aligned.add(key, event, time);
        } else {
            aligned.merge(key, partial);
        }
    }

    @Override
    public String windows() {
        return aligned.windows();
    }

    @Override
    public AlignedKey<K, A> create(K key) {
        return aligned.create(key);
    }

    @Override
    public @Nullable AlignedKey<K, A> load(K key) throws Exception {
        return aligned.load(key);
    }

    @Override
    public void store(AlignedKey<K, A> key) throws Exception {
        aligned.store(key);
    }

    @Override
    public void clear(AlignedKey<K, A> key) throws Exception {
        aligned.clear(key);
    }

    @Override
    public void fire(AlignedKey<K, A> key, long watermark) throws Exception {
        aligned.fire(key, watermark);
    }

    @Override
    public boolean isEmpty(AlignedKey<K, A> key) {
        return aligned.isEmpty(key);
    }

    @Override
    public int weightOf(AlignedKey<K, A> key) {
        return aligned.weightOf(key);
    }

    @Override
    public void slim(AlignedKey<K, A> key) throws Exception {
        aligned.slim(key);
    }

    @Override
    public void tick(AlignedKey<K, A> key) throws Exception {
        aligned.tick(key);
    }

    /** The context as windows without a local aggregation have it. */
    private static final class OfEvents<K, T, A, O> implements WindowContext<K, T, O> {

        private final WindowContext<K, Partial<K, T, A>, O> context;

        private @Nullable Partial<K, T, A> judged;

        OfEvents(WindowContext<K, Partial<K, T, A>, O> context) {
            this.context = context;
        }

        private Partial<K, T, A> judged() {
            if (judged == null) {
                throw new IllegalStateException("no event is being judged");
            }
            return judged;
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
        public boolean isTimeUp() {
            return context.isTimeUp();
        }

        @Override
        public void emit(O result, long timestamp) {
            context.emit(result, timestamp);
        }

        @Override
        public void late(T event, long time, long missedWindowEnd) {
            context.late(judged(), time, missedWindowEnd);
        }

        @Override
        public void partlyLate(T event, long time, MissedWindows missed) {
            context.partlyLate(judged(), time, missed);
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
