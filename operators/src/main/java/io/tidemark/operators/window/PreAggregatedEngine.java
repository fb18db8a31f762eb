package io.tidemark.operators.window;

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
        extends ForwardingEngine<K, Partial<K, T, A>, T, WindowResult<K, R>, AlignedKey<K, A>> {

    private static final long serialVersionUID = 1L;

    private final AlignedEngine<K, T, A, R> aligned;

    private transient OfEvents<K, T, A, WindowResult<K, R>> ofEvents;

    @SuppressWarnings("NullAway.Init") // Opened before the first event.
    PreAggregatedEngine(AlignedEngine<K, T, A, R> aligned) {
        super(aligned);
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

    /** Parts may be of several times: each is merged into what there is. */
    @Override
    public boolean takesUnread(AlignedKey<K, A> key, long time) {
        return false;
    }

    /** The context as windows without a local aggregation have it. */
    private static final class OfEvents<K, T, A, O>
            extends ForwardingContext<K, Partial<K, T, A>, T, O> {

        private @Nullable Partial<K, T, A> judged;

        OfEvents(WindowContext<K, Partial<K, T, A>, O> context) {
            super(context);
        }

        private Partial<K, T, A> judged() {
            if (judged == null) {
                throw new IllegalStateException("no event is being judged");
            }
            return judged;
        }

        @Override
        public void late(T event, long time, long missedWindowEnd) {
            context.late(judged(), time, missedWindowEnd);
        }

        @Override
        public void partlyLate(T event, long time, MissedWindows missed) {
            context.partlyLate(judged(), time, missed);
        }
    }
}
