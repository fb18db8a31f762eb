package io.tidemark.operators.sink.jdbc;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a row's key columns: equal for rows of one key, and in an order that all writers
 * share.
 */
final class RowKey implements Comparable<RowKey> {

    private static final int PREFIX = 7;

    private final @Nullable String[] texts;
    private final int hash;

    /**
     * How the first text begins, as a number of the same order: mostly that settles it, and a batch
     * is sorted without touching its texts.
     */
    private final long prefix;

    RowKey(@Nullable String[] texts) {
        this.texts = texts;
        this.hash = Arrays.hashCode(texts);
        this.prefix = prefix(texts[0]);
    }

    private static long prefix(@Nullable String text) {
        if (text == null) {
            return -1;
        }
        long prefix = 0;
        for (int i = 0; i < PREFIX; i++) {
            prefix = prefix << 8 | (i < text.length() ? Math.min(text.charAt(i), 0xff) : 0);
        }
        return prefix;
    }

    /** How many characters the texts have. */
    int characters() {
        return Texts.characters(texts);
    }

    @Nullable String text(int column) {
        return texts[column];
    }

    @Override
    public int compareTo(RowKey other) {
        int order = Long.compare(prefix, other.prefix);
        for (int i = 0; order == 0 && i < texts.length; i++) {
            order = compare(texts[i], other.texts[i]);
        }
        return order;
    }

    private static int compare(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return one.compareTo(other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RowKey key && hash == key.hash && Arrays.equals(texts, key.texts);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(texts);
    }
}
