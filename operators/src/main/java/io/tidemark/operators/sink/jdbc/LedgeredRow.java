package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.Nullable;

/** A row of a {@link LedgerBatch}: its place in it, its columns' texts, and where it came from. */
record LedgeredRow(int index, @Nullable String[] texts, @Nullable Position position) {

    /** How many characters the texts have. */
    int characters() {
        return Texts.characters(texts);
    }
}
