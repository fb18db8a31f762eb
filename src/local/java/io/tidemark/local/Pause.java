package io.tidemark.local;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;

/** A short rest of the thread that follows a run. */
final class Pause {
    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted"));
        }
    }
}
