package io.tidemark.watermarks;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of an event as a number: an id as it is, or a hash of 64 bits.
 *
 * <pre>{@code
 * order -> KeyOf.hash(order.customer())
 * }</pre>
 *
 * @param <T> the type of the events
 */
@FunctionalInterface
public interface KeyOf<T> extends Serializable {

    /** The key. Two events with the same number are taken for events of one key. */
    long of(T event);

    /**
     * A hash of a text, the same in every process and version: of a million keys two share one with
     * a chance of one in 37 million. It keeps nobody from finding two texts that do, on purpose.
     *
     * <p>No text, {@code null}, is a key like any other, and another one than the empty text:
     * events without a key count as events of one key, which the watermark waits for as for any.
     */
    static long hash(@Nullable String text) {
        if (text == null) {
            return 0;
        }
        long hash = 0x9E3779B97F4A7C15L ^ text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = mixed(hash ^ text.charAt(i));
        }
        return hash;
    }

    /** Spreads neighbouring numbers over all 64 bits, one to one. */
    static long mixed(long number) {
        long spread = number * 0x9E3779B97F4A7C15L;
        spread = (spread ^ (spread >>> 32)) * 0xD6E8FEB86659FD93L;
        return spread ^ (spread >>> 29);
    }
}
