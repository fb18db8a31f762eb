package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/** What a {@link LedgeredRows} is told; immutable. */
record LedgeredSettings<T>(
        Table<T> table,
        boolean adding,
        JdbcConnection connection,
        String sink,
        int mostBytes,
        Backoff backoff,
        @Nullable SerializableFunction<T, Position> position,
        String deadRows,
        String positionsTable,
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
                DeadRows.TABLE,
                Positions.TABLE,
                new LedgerTable(LedgerTable.NAME, Postgres.DIALECT),
                Postgres.DIALECT);
    }

    /** Where positions are kept, or null if restores from older checkpoints are refused. */
    @Nullable Positions positions() {
        return position == null ? null : new Positions(positionsTable, sink, dialect);
    }

    /** The name of the table that the ledger is kept in. */
    String ledgerTable() {
        return ledger.table();
    }

    /** The statement that writes rows. */
    String statement() {
        return adding ? dialect.add(table) : dialect.append(table);
    }

    LedgeredSettings<T> named(String name) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                name,
                mostBytes,
                backoff,
                position,
                deadRows,
                positionsTable,
                ledger,
                dialect);
    }

    LedgeredSettings<T> holdingAtMost(int bytes) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                sink,
                bytes,
                backoff,
                position,
                deadRows,
                positionsTable,
                ledger,
                dialect);
    }

    LedgeredSettings<T> retrying(Backoff other) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                sink,
                mostBytes,
                other,
                position,
                deadRows,
                positionsTable,
                ledger,
                dialect);
    }

    LedgeredSettings<T> rollingForwardBy(SerializableFunction<T, Position> of) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                sink,
                mostBytes,
                backoff,
                of,
                deadRows,
                positionsTable,
                ledger,
                dialect);
    }

    LedgeredSettings<T> deadRowsIn(String other) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                sink,
                mostBytes,
                backoff,
                position,
                other,
                positionsTable,
                ledger,
                dialect);
    }

    LedgeredSettings<T> keeping(Ledger other) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                sink,
                mostBytes,
                backoff,
                position,
                deadRows,
                positionsTable,
                other,
                dialect);
    }

    LedgeredSettings<T> speaking(Dialect other) {
        return new LedgeredSettings<>(
                table,
                adding,
                connection,
                sink,
                mostBytes,
                backoff,
                position,
                deadRows,
                positionsTable,
                ledger,
                other);
    }
}
