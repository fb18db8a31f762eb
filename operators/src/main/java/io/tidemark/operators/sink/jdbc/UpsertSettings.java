package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/** What a {@link VersionedUpsert} is told; immutable. */
record UpsertSettings<T>(
        VersionedTable<T> table,
        SerializableFunction<T, Version> version,
        @Nullable SerializableFunction<T, Boolean> deleted,
        JdbcConnection connection,
        String sink,
        int batchRows,
        Duration batchWait,
        Backoff backoff,
        @Nullable Duration purgeAfter,
        String deadRows,
        Dialect dialect)
        implements Serializable {

    private static final int DEFAULT_ROWS = 5_000;
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(1);

    static <T> UpsertSettings<T> of(
            Table<T> table, SerializableFunction<T, Version> version, JdbcConnection connection) {
        return new UpsertSettings<>(
                VersionedTable.of(table),
                version,
                null,
                connection,
                table.name(),
                DEFAULT_ROWS,
                DEFAULT_WAIT,
                Backoff.DEFAULT,
                null,
                DeadRows.TABLE,
                Postgres.DIALECT);
    }

    UpsertSettings<T> into(VersionedTable<T> other) {
        return new UpsertSettings<>(
                other,
                version,
                deleted,
                connection,
                sink,
                batchRows,
                batchWait,
                backoff,
                purgeAfter,
                deadRows,
                dialect);
    }

    UpsertSettings<T> deleting(SerializableFunction<T, Boolean> test) {
        return new UpsertSettings<>(
                table,
                version,
                test,
                connection,
                sink,
                batchRows,
                batchWait,
                backoff,
                purgeAfter,
                deadRows,
                dialect);
    }

    UpsertSettings<T> named(String name) {
        return new UpsertSettings<>(
                table,
                version,
                deleted,
                connection,
                name,
                batchRows,
                batchWait,
                backoff,
                purgeAfter,
                deadRows,
                dialect);
    }

    UpsertSettings<T> inBatchesOf(int rows, Duration wait) {
        return new UpsertSettings<>(
                table,
                version,
                deleted,
                connection,
                sink,
                rows,
                wait,
                backoff,
                purgeAfter,
                deadRows,
                dialect);
    }

    UpsertSettings<T> retrying(Backoff other) {
        return new UpsertSettings<>(
                table,
                version,
                deleted,
                connection,
                sink,
                batchRows,
                batchWait,
                other,
                purgeAfter,
                deadRows,
                dialect);
    }

    UpsertSettings<T> purgingAfter(Duration horizon) {
        return new UpsertSettings<>(
                table,
                version,
                deleted,
                connection,
                sink,
                batchRows,
                batchWait,
                backoff,
                horizon,
                deadRows,
                dialect);
    }

    UpsertSettings<T> deadRowsIn(String other) {
        return new UpsertSettings<>(
                table,
                version,
                deleted,
                connection,
                sink,
                batchRows,
                batchWait,
                backoff,
                purgeAfter,
                other,
                dialect);
    }

    UpsertSettings<T> speaking(Dialect other) {
        return new UpsertSettings<>(
                table,
                version,
                deleted,
                connection,
                sink,
                batchRows,
                batchWait,
                backoff,
                purgeAfter,
                deadRows,
                other);
    }
}
