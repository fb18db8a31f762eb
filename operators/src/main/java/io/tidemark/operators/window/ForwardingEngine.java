package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * An engine around another one: everything but the events is the inner engine's.
 *
 * @param <K> the type of the keys
 * @param <I> the type of this engine's events
 * @param <T> the type of the inner engine's events
 * @param <O> the type of the results
 * @param <H> what is kept in memory of a key
 */
abstract class ForwardingEngine<K, I, T, O, H extends HotKey<K>>
        implements WindowEngine<K, I, O, H> {

    private static final long serialVersionUID = 1L;

    private final WindowEngine<K, T, O, H> inner;

    ForwardingEngine(WindowEngine<K, T, O, H> inner) {
        this.inner = inner;
    }

    final WindowEngine<K, T, O, H> inner() {
        return inner;
    }

    @Override
    public final String windows() {
        return inner.windows();
    }

    @Override
    public H create(K key) {
        return inner.create(key);
    }

    @Override
    public @Nullable H load(K key) throws Exception {
        return inner.load(key);
    }

    @Override
    public final void store(H key) throws Exception {
        inner.store(key);
    }

    @Override
    public final void clear(H key) throws Exception {
        inner.clear(key);
    }

    @Override
    public boolean takesUnread(H key, long time) {
        return inner.takesUnread(key, time);
    }

    @Override
    public final void storeUnread(H unread) throws Exception {
        inner.storeUnread(unread);
    }

    @Override
    public void join(H read, H unread) throws Exception {
        inner.join(read, unread);
    }

    @Override
    public void fire(H key, long watermark) throws Exception {
        inner.fire(key, watermark);
    }

    @Override
    public boolean isEmpty(H key) {
        return inner.isEmpty(key);
    }

    @Override
    public final int weightOf(H key) {
        return inner.weightOf(key);
    }

    @Override
    public final void slim(H key) throws Exception {
        inner.slim(key);
    }

    @Override
    public final void tick(H key) throws Exception {
        inner.tick(key);
    }
}
