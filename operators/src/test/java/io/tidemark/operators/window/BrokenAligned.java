package io.tidemark.operators.window;

/** The engine of aligned windows with one fault. */
final class BrokenAligned<A, R>
        extends BrokenEngine<WindowResult<String, R>, AlignedKey<String, A>> {

    private static final long serialVersionUID = 1L;

    BrokenAligned(Fault fault, AlignedEngine<String, Sale, A, R> sound) {
        super(fault, sound);
    }

    @Override
    void forgetRows(AlignedKey<String, A> key) {
        key.log = null;
    }

    @Override
    void evict(AlignedKey<String, A> key, long watermark) throws Exception {
        if (!key.slices.isEmpty()) {
            key.slices.dropFirst(1);
        }
    }
}
