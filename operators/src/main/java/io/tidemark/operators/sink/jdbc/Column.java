package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table and what an element puts into it.
 *
 * @param name the column's name, in the case that the database keeps it
 * @param type its SQL type as a declaration writes it, such as {@code numeric(12, 2)}
 * @param value what an element puts there, in one of the classes that {@link Texts} knows
 */
record Column<T>(String name, String type, SerializableFunction<T, @Nullable Object> value)
        implements Serializable {

    /** The text of what an element puts into this column; null for SQL's null. */
    @Nullable String textOf(T element) {
        return Texts.of(name, value.apply(element));
    }
}
