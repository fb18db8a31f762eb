package io.tidemark.local.ledger;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The count in the last row of each message key, and the sum of these counts.
 *
 * <p>A window that was updated has written several rows under the same message key; the last one is
 * the truth, the others must not be added to it.
 */
final class LastRows {

    private final Map<Key, Long> counts = new HashMap<>();
    private long sum;

    void put(byte[] key, long count) {
        Long before = counts.put(new Key(key), count);
        sum += count - (before == null ? 0 : before);
    }

    void remove(byte[] key) {
        Long before = counts.remove(new Key(key));
        sum -= before == null ? 0 : before;
    }

    /** The number of different keys. */
    long size() {
        return counts.size();
    }

    /** The sum of the last counts. */
    long sum() {
        return sum;
    }

    private static final class Key {

        private final byte[] bytes;
        private final int hash;

        Key(byte[] bytes) {
            this.bytes = bytes;
            this.hash = Arrays.hashCode(bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
