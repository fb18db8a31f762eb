package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose rows have versions: the caller's columns and the names of those that Tidemark
 * keeps.
 */
record VersionedTable<T>(
        Table<T> table, String major, String minor, String deleted, String deletedAt, String view)
        implements Serializable {

    static <T> VersionedTable<T> of(Table<T> table) {
        return new VersionedTable<>(
                table,
                "version_major",
                "version_minor",
                "deleted",
                "deleted_at",
                table.name() + "_living");
    }

    /** The types of a statement's parameters: the table's columns, major, minor, deleted. */
    List<String> parameterTypes() {
        List<String> types = new ArrayList<>();
        table.columns().forEach(column -> types.add(column.type()));
        types.addAll(List.of("bigint", "bigint", "boolean"));
        return types;
    }
}
