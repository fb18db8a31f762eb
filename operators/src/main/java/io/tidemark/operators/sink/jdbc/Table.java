package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * A database table as a sink sees it: its name, and what an element puts into each column.
 *
 * <pre>{@code
 * Table<Order> orders = Table.<Order>named("shop.orders")
 *         .key("order_id", "bigint", Order::id)
 *         .value("amount", "numeric(12, 2)", Order::amount)
 *         .value("placed_at", "timestamptz", Order::placedAt);
 * }</pre>
 *
 * <p>Names are taken as they are written, upper and lower case apart, as if quoted. A value is a
 * string, a number, a boolean, a UUID, a {@code byte[]}, an enum constant or a time of {@code
 * java.time} ({@code Instant} for {@code timestamptz}); null is SQL's null. The database turns its
 * text into the column's type, so any type will do that has a text form, {@code jsonb} too, but not
 * arrays. A value that does not fit, such as a text too long, is refused by the table, never cut.
 * Where a time has a zone and its column has none, or the other way round, UTC stands between them:
 * an {@code Instant} becomes the local time or the day that it is in UTC, and a {@code
 * LocalDateTime} the instant at which UTC's clocks show it.
 *
 * @param <T> the type of the elements
 */
public final class Table<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Pattern TYPE =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_. ]*(\\([0-9, ]+\\))?[A-Za-z ]*");

    private static final Pattern ARRAY = Pattern.compile("(?i)\\barray\\b");

    private final String name;
    private final ArrayList<Column<T>> keys;
    private final ArrayList<Column<T>> values;

    private Table(String name, List<Column<T>> keys, List<Column<T>> values) {
        this.name = name;
        this.keys = new ArrayList<>(keys);
        this.values = new ArrayList<>(values);
    }

    /**
     * A table without columns yet.
     *
     * @param name the table, with its schema before a dot if that is not the connection's own
     * @throws IllegalArgumentException if a part of the name is empty
     */
    public static <T> Table<T> named(String name) {
        for (String part : name.split("\\.", -1)) {
            requireName("table", part);
        }
        return new Table<>(name, List.of(), List.of());
    }

    /**
     * The same table with one column more in its key. No two rows have equal values in all key
     * columns.
     *
     * @param column the column's name
     * @param type its SQL type, as a declaration writes it
     * @param value what an element puts there
     * @throws IllegalArgumentException if the table has that column, or the type is an array or no
     *     type's name
     */
    public Table<T> key(
            String column, String type, SerializableFunction<T, @Nullable Object> value) {
        Table<T> wider = new Table<>(name, keys, values);
        wider.keys.add(checked(column, type, value));
        return wider;
    }

    /** The same table with one column more beside its key; otherwise as {@link #key}. */
    public Table<T> value(
            String column, String type, SerializableFunction<T, @Nullable Object> value) {
        Table<T> wider = new Table<>(name, keys, values);
        wider.values.add(checked(column, type, value));
        return wider;
    }

    private Column<T> checked(
            String column, String type, SerializableFunction<T, @Nullable Object> value) {
        requireName("column", column);
        Predicate<Column<T>> same = known -> known.name().equals(column);
        if (keys.stream().anyMatch(same) || values.stream().anyMatch(same)) {
            throw new IllegalArgumentException(
                    "column \"" + column + "\" is in table " + name + " already: name each once");
        }
        if (!TYPE.matcher(type).matches() || ARRAY.matcher(type).find()) {
            throw new IllegalArgumentException(
                    "column \""
                            + column
                            + "\" has type="
                            + type
                            + ": give the name of an SQL type, such as bigint or numeric(12, 2);"
                            + " arrays are not among them (jsonb is)");
        }
        return new Column<>(column, type, value);
    }

    private static void requireName(String what, String name) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + "=\"" + name + "\" is not a name: give one as it is in the database");
        }
    }

    /** The name, with the schema before a dot if one was given. */
    public String name() {
        return name;
    }

    List<Column<T>> keys() {
        return keys;
    }

    List<Column<T>> values() {
        return values;
    }

    /** The key columns, then the others. */
    List<Column<T>> columns() {
        List<Column<T>> all = new ArrayList<>(keys);
        all.addAll(values);
        return all;
    }

    @Override
    public String toString() {
        return "table " + name;
    }
}
