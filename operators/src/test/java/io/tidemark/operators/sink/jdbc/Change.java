package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * One change in a changelog of the tests.
 *
 * @param id the key
 * @param major the version's first number
 * @param minor the version's second number
 * @param name null in a deletion; longer than {@link #LONGEST} letters if the table shall refuse it
 */
record Change(long id, long major, long minor, @Nullable String name) {

    static final int LONGEST = 8;

    Version version() {
        return new Version(major, minor);
    }

    boolean isDeletion() {
        return name == null;
    }

    boolean isRefused() {
        return name != null && name.length() > LONGEST;
    }

    static Table<Change> table() {
        return Table.<Change>named("changes")
                .key("id", "bigint", Change::id)
                .value("name", "varchar(" + LONGEST + ")", Change::name);
    }

    static VersionedUpsert<Change> sink() {
        return VersionedUpsert.into(table(), Change::version, TestDatabase.address())
                .deleting(Change::isDeletion);
    }
}
