package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose rows have versions: the caller's columns and the names of those that Tidemark
 * keeps.
 *
 * @param major the column of the version's first number
 * @param minor the column of the version's second number
 * @param deleted the column that marks a tombstone
 * @param deletedAt the column that says since when it is one
 * @param view the view of the rows that are none
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

    VersionedTable<T> withVersion(String newMajor, String newMinor) {
        return new VersionedTable<>(table, newMajor, newMinor, deleted, deletedAt, view);
    }

    VersionedTable<T> withDeletion(String newDeleted, String newDeletedAt) {
        return new VersionedTable<>(table, major, minor, newDeleted, newDeletedAt, view);
    }

    VersionedTable<T> withView(String newView) {
        return new VersionedTable<>(table, major, minor, deleted, deletedAt, newView);
    }

    /** The types of a statement's parameters: the table's columns, major, minor, deleted. */
    List<String> parameterTypes() {
        List<String> types = new ArrayList<>();
        table.columns().forEach(column -> types.add(column.type()));
        types.addAll(List.of("bigint", "bigint", "boolean"));
        return types;
    }
}
