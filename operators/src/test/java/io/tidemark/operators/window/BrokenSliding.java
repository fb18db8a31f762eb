package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/** The engine of a sliding aggregation with one fault. */
final class BrokenSliding<A, R>
        extends BrokenEngine<SlidingResult<Sale, R>, SlidingKey<String, Sale, A>> {

    private static final long serialVersionUID = 1L;

    BrokenSliding(Fault fault, SlidingEngine<String, Sale, A, R> sound) {
        super(fault, sound);
    }

    @Override
    void forgetRows(SlidingKey<String, Sale, A> key) throws Exception {
        if (key.sent != null) {
            key.sent.clear();
        }
    }

    @Override
    void evict(SlidingKey<String, Sale, A> key, long watermark) throws Exception {
        if (key.count > 1) {
            A part = key.window.removeFirst();
            key.count--;
            if (key.folded) {
                key.fold.pop(part);
            }
        }
    }

    @Override
    public @Nullable SlidingKey<String, Sale, A> load(String key) throws Exception {
        SlidingKey<String, Sale, A> loaded = super.load(key);
        if (loaded != null && fault == Fault.FORGETS_TOTAL) {
            loaded.fold.clear();
            loaded.folded = true;
        }
        return loaded;
    }
}
