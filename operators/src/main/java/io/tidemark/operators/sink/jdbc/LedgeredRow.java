package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.Nullable;

/** A row of a {@link LedgerBatch}: its place in it, its columns' texts, and where it came from. */
record LedgeredRow(int index, @Nullable String[] texts, @Nullable Position position) {

    /** How many characters the texts have. */
    int characters() {
        int characters = 0;
        for (String text : texts) {
            characters += text == null ? 0 : text.length();
        }
        return characters;
    }
}
