package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.util.function.Consumer;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LedgeredRows} is told; immutable.
 *
 * @param sink its name in the ledger
 * @param mostBytes what a subtask may hold between two checkpoints
 * @param position where an element came from, or null if restores from older checkpoints are
 *     refused
 * @param predecessor the lineage whose positions may be taken over, or null if none
 * @param deadRows the table of dead rows
 * @param mostRefused how many rows of a checkpoint the table may refuse
 */
record LedgeredSettings<T>(
        Table<T> table,
        boolean adding,
        JdbcConnection connection,
        String sink,
        int mostBytes,
        Backoff backoff,
        @Nullable SerializableFunction<T, Position> position,
        @Nullable String predecessor,
        String deadRows,
        long mostRefused,
        Ledger ledger,
        Dialect dialect)
        implements Serializable {

    /** What a subtask may hold between two checkpoints unless the caller says otherwise. */
    static final int MOST_BYTES = 64 << 20;

    static <T> LedgeredSettings<T> of(Table<T> table, boolean adding, JdbcConnection connection) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                table.name(),
                MOST_BYTES,
                Backoff.DEFAULT,
                null,
                null,
                DeadRows.TABLE,
                Long.MAX_VALUE,
                new LedgerTable(LedgerTable.NAME, Postgres.DIALECT),
                Postgres.DIALECT);
    }

    /** The same settings but for a change. */
    LedgeredSettings<T> with(Consumer<Draft<T>> change) {
        Draft<T> draft = new Draft<>(this);
        change.accept(draft);
        return draft.settings();
    }

    /** Where positions are kept, or null if restores from older checkpoints are refused. */
    @Nullable Positions positions() {
        return position == null ? null : new Positions(sink, predecessor, dialect);
    }

    /** The statement that writes rows. */
    String statement() {
        return adding ? dialect.add(table) : dialect.append(table);
    }

    /** Settings that are being changed: by name, for two of one type are easily mixed up. */
    static final class Draft<T> {

        private final Table<T> table;
        private final boolean adding;
        private final JdbcConnection connection;
        String sink;
        int mostBytes;
        Backoff backoff;
        @Nullable SerializableFunction<T, Position> position;
        @Nullable String predecessor;
        String deadRows;
        long mostRefused;
        Ledger ledger;
        Dialect dialect;

        private Draft(LedgeredSettings<T> settings) {
            table = settings.table;
            adding = settings.adding;
            connection = settings.connection;
            sink = settings.sink;
            mostBytes = settings.mostBytes;
            backoff = settings.backoff;
            position = settings.position;
            predecessor = settings.predecessor;
            deadRows = settings.deadRows;
            mostRefused = settings.mostRefused;
            ledger = settings.ledger;
            dialect = settings.dialect;
        }

        private LedgeredSettings<T> settings() {
            return new LedgeredSettings<>(
                    table,
                    adding,
                    connection,
                    sink,
                    mostBytes,
                    backoff,
                    position,
                    predecessor,
                    deadRows,
                    mostRefused,
                    ledger,
                    dialect);
        }
    }
}
