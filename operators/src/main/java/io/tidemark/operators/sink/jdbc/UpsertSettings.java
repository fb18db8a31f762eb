package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link VersionedUpsert} is told; immutable.
 *
 * @param deleted whether an element is a deletion, or null if none is
 * @param sink its name in the table of dead rows
 * @param batchRows how many rows a batch has at most
 * @param batchWait how long the first row of a batch waits at most
 * @param purgeAfter how old a tombstone gets, or null for ever
 * @param deadRows the table of dead rows
 * @param mostRefused how many rows of a checkpoint the table may refuse
 */
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
        long mostRefused,
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
                Long.MAX_VALUE,
                Postgres.DIALECT);
    }

    /** The same settings but for a change. */
    UpsertSettings<T> with(Consumer<Draft<T>> change) {
        Draft<T> draft = new Draft<>(this);
        change.accept(draft);
        return draft.settings();
    }

    /** Settings that are being changed: by name, for two of one type are easily mixed up. */
    static final class Draft<T> {

        private final SerializableFunction<T, Version> version;
        private final JdbcConnection connection;
        VersionedTable<T> table;
        @Nullable SerializableFunction<T, Boolean> deleted;
        String sink;
        int batchRows;
        Duration batchWait;
        Backoff backoff;
        @Nullable Duration purgeAfter;
        String deadRows;
        long mostRefused;
        Dialect dialect;

        private Draft(UpsertSettings<T> settings) {
            table = settings.table;
            version = settings.version;
            deleted = settings.deleted;
            connection = settings.connection;
            sink = settings.sink;
            batchRows = settings.batchRows;
            batchWait = settings.batchWait;
            backoff = settings.backoff;
            purgeAfter = settings.purgeAfter;
            deadRows = settings.deadRows;
            mostRefused = settings.mostRefused;
            dialect = settings.dialect;
        }

        private UpsertSettings<T> settings() {
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
                    mostRefused,
                    dialect);
        }
    }
}
