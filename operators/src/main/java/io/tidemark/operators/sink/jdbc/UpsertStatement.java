package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How elements become versions of rows, and those the parameters of one statement. */
final class UpsertStatement<T> {

    private final UpsertSettings<T> settings;
    private final List<Column<T>> keys;
    private final List<Column<T>> values;
    private final String sql;
    private final int parameters;

    private UpsertStatement(UpsertSettings<T> settings) {
        this.settings = settings;
        this.keys = settings.table().table().keys();
        this.values = settings.table().table().values();
        this.sql = settings.dialect().upsert(settings.table());
        this.parameters = settings.table().parameterTypes().size();
    }

    static <T> UpsertStatement<T> of(UpsertSettings<T> settings) {
        return new UpsertStatement<>(settings);
    }

    VersionedRow row(T element) {
        @Nullable String[] key = new String[keys.size()];
        for (int i = 0; i < key.length; i++) {
            Column<T> column = keys.get(i);
            key[i] = Texts.ofKey(column.name(), column.value().apply(element));
        }
        boolean deleted = settings.deleted() != null && settings.deleted().apply(element);
        @Nullable String[] texts = new String[values.size()];
        if (!deleted) {
            for (int i = 0; i < texts.length; i++) {
                texts[i] = values.get(i).textOf(element);
            }
        }
        return new VersionedRow(new RowKey(key), settings.version().apply(element), deleted, texts);
    }

    /**
     * Writes rows of different keys, in a transaction that has begun.
     *
     * @return how many of them the table took as new
     */
    int write(Connection connection, List<VersionedRow> rows) throws SQLException {
        return columns(rows).execute(connection, sql);
    }

    /** As {@link #write}, in a transaction of its own. */
    int writeAlone(Connection connection, List<VersionedRow> rows) throws SQLException {
        return columns(rows).executeAlone(connection, sql);
    }

    private ColumnArrays columns(List<VersionedRow> rows) {
        ColumnArrays columns = new ColumnArrays(parameters);
        for (VersionedRow row : rows) {
            for (int i = 0; i < keys.size(); i++) {
                columns.add(row.key.text(i));
            }
            for (String value : row.values) {
                columns.add(value);
            }
            columns.add(Long.toString(row.version.major()));
            columns.add(Long.toString(row.version.minor()));
            columns.add(Boolean.toString(row.deleted));
        }
        return columns;
    }

    DeadRow dead(VersionedRow row, SQLException refusal) {
        List<String> names = new ArrayList<>();
        List<@Nullable String> texts = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            names.add(keys.get(i).name());
            texts.add(row.key.text(i));
        }
        String key = DeadRow.json(names, texts);
        values.forEach(column -> names.add(column.name()));
        texts.addAll(Arrays.asList(row.values));
        names.add(settings.table().deleted());
        texts.add(Boolean.toString(row.deleted));
        return DeadRow.of(settings.sink(), key, row.version, refusal, DeadRow.json(names, texts));
    }
}
