package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

    /**
     * Writes the rows of a batch: in the order of writing, or where they lock rows that others
     * lock, too, in an order of the keys that all writers share.
     *
     * @param kept up to where each partition's rows are there already: these are left out
     * @throws RowsRefused if the table refuses a row and nobody sifts
     * @throws CopyCancelled if the database cancels a copy, as it does when a statement takes
     *     longer than it allows
     */
    Written write(Connection connection, LedgerBatch batch, Map<String, Position> kept, Care care)
            throws SQLException {
        requireColumns(batch);
        if (care == Care.FAST && !settings.adding() && kept.isEmpty() && bulk.fits(connection)) {
            copy(connection, batch);
            return new Written(0, 0);
        }
        HeldRowsReader reader =
                settings.adding() ? HeldRowsReader.byFirst(keys, batch) : HeldRowsReader.of(batch);
        RefusedRows refused = new RefusedRows(settings.sink(), settings.mostRefused(), 0);
        int leftOut = 0;
        for (List<LedgeredRow> some = reader.next(ROWS, ColumnArrays.MOST_CHARACTERS);
                !some.isEmpty();
                some = reader.next(ROWS, ColumnArrays.MOST_CHARACTERS)) {
            int read = some.size();
            some.removeIf(row -> isThere(row, kept));
            leftOut += read - some.size();
            write(connection, batch, some, care, refused);
        }
        return new Written(refused.all(), leftOut);
    }

    private static boolean isThere(LedgeredRow row, Map<String, Position> kept) {
        Position position = row.position();
        Position upTo = position == null ? null : kept.get(position.partition());
        return position != null && upTo != null && !position.isAfter(upTo);
    }

    private void copy(Connection connection, LedgerBatch batch) throws SQLException {
        try {
            orRefuse(() -> bulk.write(connection, batch.content().lines()));
        } catch (SQLException failure) {
            if (SqlStates.isCancelled(failure)) {
                bulk.giveUp();
                throw new CopyCancelled(failure);
            }
            throw failure;
        }
    }

    private void write(
            Connection connection,
            LedgerBatch batch,
            List<LedgeredRow> rows,
            Care care,
            RefusedRows refused)
            throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        if (care == Care.FAST) {
            orRefuse(() -> execute(connection, rows));
            return;
        }
        Bisection.write(
                connection,
                rows,
                half -> execute(connection, half),
                (row, refusal) -> refused.add(dead(batch, row, refusal), refusal));
        refused.write(connection, insertDead);
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
            String[] texts = row.texts();
            for (int i = 0; i < texts.length; i++) {
                if (settings.adding() && i >= keys) {
                    requireFinite(names.get(i), texts[i]);
                }
                columns.add(texts[i]);
            }
        }
        columns.execute(connection, sql);
    }

    /** A counter that is once not a number stays so whatever is added to it. */
    private static void requireFinite(String column, @Nullable String text) throws SQLException {
        if (text != null && Texts.isNotFinite(text)) {
            throw new SQLException(
                    "column \""
                            + column
                            + "\" can't be added "
                            + text
                            + ": no later addition would make a number of the counter again",
                    SqlStates.OUT_OF_RANGE);
        }
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

    /**
     * What became of a batch's rows.
     *
     * @param refused how many the table refused
     * @param leftOut how many were there already
     */
    record Written(int refused, int leftOut) {}

    /** Says that the database has cancelled a copy: smaller statements may get through. */
    static final class CopyCancelled extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CopyCancelled(SQLException failure) {
            super(failure);
        }
    }

    /** Says that the table refuses a row. */
    static final class RowsRefused extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RowsRefused(SQLException refusal) {
            super(refusal);
        }
    }
}
