package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a batch into their table: all of them by {@link BulkAppend}, or where that is
 * not the same, or rows must be looked at one by one, some thousands in a statement.
 */
final class BatchWrite {

    /** Rows in a statement: enough that its own cost does not matter. */
    private static final int ROWS = 5_000;

    private final LedgeredSettings<?> settings;
    private final List<String> names;
    private final int keys;
    private final String sql;
    private final String insertDead;
    private final BulkAppend bulk;

    private BatchWrite(LedgeredSettings<?> settings) {
        this.settings = settings;
        List<String> columns = new ArrayList<>();
        settings.table().columns().forEach(column -> columns.add(column.name()));
        this.names = columns;
        this.keys = settings.table().keys().size();
        this.sql = settings.statement();
        this.insertDead = settings.dialect().insertDead(settings.deadRows());
        this.bulk = new BulkAppend(settings.table(), settings.dialect());
    }

    static BatchWrite of(LedgeredSettings<?> settings) {
        return new BatchWrite(settings);
    }

    /**
     * The rows of a batch: in the order of writing, or where they lock rows that others lock, too,
     * in the order of the keys, which all writers share.
     */
    List<LedgeredRow> rowsOf(LedgerBatch batch) {
        requireColumns(batch);
        List<LedgeredRow> rows;
        try {
            rows = HeldRowsReader.all(batch);
        } catch (IOException truncated) {
            throw new UncheckedIOException(truncated);
        }
        if (settings.adding()) {
            rows.sort(Comparator.comparing(this::keyOf));
        }
        return rows;
    }

    private void requireColumns(LedgerBatch batch) {
        if (!batch.columns().equals(names)) {
            throw new LedgerException(
                    batch
                            + " are of the columns "
                            + batch.columns()
                            + ", the sink now has "
                            + names
                            + ": restore with the columns that the sink had, stop with a savepoint,"
                            + " which commits what is held, and change them then");
        }
    }

    private RowKey keyOf(LedgeredRow row) {
        return new RowKey(Arrays.copyOf(row.texts(), keys));
    }

    /**
     * Writes all rows of a batch; otherwise as {@link #write(Connection, LedgerBatch, List, Care)}.
     */
    int write(Connection connection, LedgerBatch batch, Care care) throws SQLException {
        if (settings.adding()) {
            return write(connection, batch, rowsOf(batch), care);
        }
        requireColumns(batch);
        if (care == Care.FAST && bulk.fits(connection)) {
            orRefuse(() -> bulk.write(connection, batch.content().lines()));
            return 0;
        }
        HeldRowsReader reader = HeldRowsReader.of(batch);
        int refused = 0;
        for (List<LedgeredRow> some = next(reader); !some.isEmpty(); some = next(reader)) {
            refused += write(connection, batch, some, care);
        }
        return refused;
    }

    private static List<LedgeredRow> next(HeldRowsReader reader) {
        try {
            return reader.next(ROWS);
        } catch (IOException truncated) {
            throw new UncheckedIOException(truncated);
        }
    }

    /**
     * Writes rows of a batch.
     *
     * @return how many the table refused
     * @throws RowsRefused if it refuses one and nobody sifts
     */
    int write(Connection connection, LedgerBatch batch, List<LedgeredRow> rows, Care care)
            throws SQLException {
        List<DeadRow> dead = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += ROWS) {
            List<LedgeredRow> some = rows.subList(from, Math.min(from + ROWS, rows.size()));
            if (care == Care.SIFTING) {
                Bisection.write(
                        connection,
                        some,
                        half -> execute(connection, half),
                        (row, refusal) -> dead.add(dead(batch, row, refusal)));
            } else {
                orRefuse(() -> execute(connection, some));
            }
        }
        DeadRows.write(connection, insertDead, dead);
        return dead.size();
    }

    private static void orRefuse(Statement statement) throws SQLException {
        try {
            statement.execute();
        } catch (SQLException failure) {
            if (SqlStates.isRefusal(failure)) {
                throw new RowsRefused(failure);
            }
            throw failure;
        }
    }

    private void execute(Connection connection, List<LedgeredRow> rows) throws SQLException {
        ColumnArrays columns = new ColumnArrays(names.size());
        for (LedgeredRow row : rows) {
            for (String text : row.texts()) {
                columns.add(text);
            }
        }
        columns.execute(connection, sql);
    }

    private DeadRow dead(LedgerBatch batch, LedgeredRow row, SQLException refusal) {
        List<String> keyNames = new ArrayList<>(List.of("lineage", "subtask"));
        List<@Nullable String> keyTexts =
                new ArrayList<>(List.of(batch.lineage(), Integer.toString(batch.subtask())));
        keyNames.addAll(names.subList(0, keys));
        keyTexts.addAll(Arrays.asList(row.texts()).subList(0, keys));
        return DeadRow.of(
                batch.sink(),
                DeadRow.json(keyNames, keyTexts),
                new Version(batch.checkpoint(), row.index()),
                refusal,
                DeadRow.json(names, Arrays.asList(row.texts())));
    }

    /** What writes rows. */
    @FunctionalInterface
    private interface Statement {

        /** Writes all of them or throws. */
        void execute() throws SQLException;
    }

    /** How much trouble is taken. */
    enum Care {
        /** All rows or none: what nearly always suffices. */
        FAST,
        /** With a way back from each refused row. */
        SIFTING
    }

    /** Says that the table refuses a row. */
    static final class RowsRefused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RowsRefused(SQLException refusal) {
            super(refusal);
        }
    }
}
