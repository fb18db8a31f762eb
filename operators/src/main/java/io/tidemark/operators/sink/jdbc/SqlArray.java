package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.Nullable;

/** The literal of a one-dimensional SQL array, written element by element. */
final class SqlArray {

    private final StringBuilder literal = new StringBuilder("{");

    /** Appends an element; null is SQL's null. */
    void add(@Nullable String element) {
        if (literal.length() > 1) {
            literal.append(',');
        }
        if (element == null) {
            literal.append("NULL");
            return;
        }
        literal.append('"');
        if (element.indexOf('"') < 0 && element.indexOf('\\') < 0) {
            literal.append(element).append('"');
            return;
        }
        int clean = 0;
        for (int i = 0; i < element.length(); i++) {
            char c = element.charAt(i);
            if (c == '"' || c == '\\') {
                literal.append(element, clean, i).append('\\');
                clean = i;
            }
        }
        literal.append(element, clean, element.length()).append('"');
    }

    @Override
    public String toString() {
        return literal.toString() + '}';
    }
}
