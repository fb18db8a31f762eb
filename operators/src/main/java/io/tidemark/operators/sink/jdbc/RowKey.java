package io.tidemark.operators.sink.jdbc;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a row's key columns: equal for rows of one key, and in an order that all writers
 * share.
 */
final class RowKey implements Comparable<RowKey> {

    private static final Comparator<@Nullable String> NULLS_FIRST =
            Comparator.nullsFirst(Comparator.naturalOrder());

    private final @Nullable String[] texts;
    private final int hash;

    RowKey(@Nullable String[] texts) {
        this.texts = texts;
        this.hash = Arrays.hashCode(texts);
    }

    @Nullable String text(int column) {
        return texts[column];
    }

    @Override
    public int compareTo(RowKey other) {
        for (int i = 0; i < texts.length; i++) {
            int order = NULLS_FIRST.compare(texts[i], other.texts[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
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
