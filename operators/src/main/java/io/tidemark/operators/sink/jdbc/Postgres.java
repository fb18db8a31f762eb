package io.tidemark.operators.sink.jdbc;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** PostgreSQL's way of saying things, from version 12 on. */
enum Postgres implements Dialect {
    /** The only one there is. */
    DIALECT;

    /** How many tombstones go at a time: few enough that nobody waits long for their locks. */
    private static final int PURGE_PORTION = 10_000;

    @Override
    public String quoted(String name) {
        return Stream.of(name.split("\\.", -1)).map(Postgres::quotedPart).collect(joining("."));
    }

    static String quotedPart(String part) {
        return '"' + part.replace("\"", "\"\"") + '"';
    }

    /**
     * The rows of one parameter a column, each the literal of an array, as a table that a {@code
     * FROM} can name: its columns are {@code c0, c1, …}.
     */
    static String rows(List<String> types, String alias) {
        // Not FROM unnest(…, …): that keeps a copy of each column before the first row leaves it.
        return types.stream()
                .map(type -> "unnest(CAST(? AS " + unbounded(type) + "[]))")
                .collect(
                        joining(
                                ", ",
                                "(SELECT ",
                                ") AS " + alias + "(" + numbered("c", types.size()) + ")"));
    }

    /**
     * The type without a length: a cast to a length cuts in silence, an assignment to the column
     * refuses. And {@code char}, by whichever of its names, and {@code bit} without a length mean a
     * length of one.
     */
    static String unbounded(String type) {
        String bare = type.replaceAll("\\s*\\([^)]*\\)", "").strip().replaceAll("\\s+", " ");
        return switch (bare.toLowerCase(Locale.ROOT)) {
            case "char", "character", "nchar", "national char", "national character" -> "bpchar";
            case "bit" -> "varbit";
            default -> bare;
        };
    }

    static String numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(joining(", "));
    }

    @Override
    public <T> String upsert(VersionedTable<T> versioned) {
        Table<T> table = versioned.table();
        String major = quotedPart(versioned.major());
        String minor = quotedPart(versioned.minor());
        String deleted = quotedPart(versioned.deleted());
        String deletedAt = quotedPart(versioned.deletedAt());
        List<String> sent = new ArrayList<>(names(table.columns()));
        sent.addAll(List.of(major, minor, deleted));
        List<String> replaced = new ArrayList<>(names(table.values()));
        replaced.addAll(List.of(major, minor, deleted, deletedAt));
        String flag = "r.c" + (sent.size() - 1);
        return "INSERT INTO "
                + quoted(table.name())
                + " AS t ("
                + String.join(", ", sent)
                + ", "
                + deletedAt
                + ") SELECT "
                + numbered("r.c", sent.size())
                + ", CASE WHEN "
                + flag
                + " THEN now() END FROM "
                + rows(versioned.parameterTypes(), "r")
                + " ON CONFLICT ("
                + String.join(", ", names(table.keys()))
                + ") DO UPDATE SET "
                + replaced.stream()
                        .map(column -> column + " = excluded." + column)
                        .collect(joining(", "))
                + " WHERE (t."
                + major
                + ", t."
                + minor
                + ") < (excluded."
                + major
                + ", excluded."
                + minor
                + ")";
    }

    static <T> List<String> names(List<Column<T>> columns) {
        return columns.stream().map(column -> quotedPart(column.name())).toList();
    }

    @Override
    public <T> String purge(VersionedTable<T> versioned) {
        String table = quoted(versioned.table().name());
        // A place is one row's only within a partition. And once only are they chosen: a join
        // may ask again and be told of others.
        return "WITH gone AS MATERIALIZED (SELECT tableoid AS part, ctid AS place FROM "
                + table
                + " WHERE "
                + quotedPart(versioned.deleted())
                + " AND "
                + quotedPart(versioned.deletedAt())
                + " < now() - ? * interval '1 millisecond' LIMIT "
                + PURGE_PORTION
                + " FOR UPDATE SKIP LOCKED) DELETE FROM "
                + table
                + " AS t USING gone WHERE t.ctid = gone.place AND t.tableoid = gone.part";
    }

    @Override
    public <T> List<String> declare(VersionedTable<T> versioned) {
        return PostgresTables.declareVersioned(versioned);
    }

    static String declared(Column<?> column) {
        return quotedPart(column.name()) + " " + column.type();
    }

    static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public <T> String append(Table<T> table) {
        List<String> columns = names(table.columns());
        return "INSERT INTO "
                + quoted(table.name())
                + " ("
                + String.join(", ", columns)
                + ") SELECT * FROM "
                + rows(types(table), "r");
    }

    @Override
    public <T> String copy(Table<T> table) {
        return "COPY "
                + quoted(table.name())
                + " ("
                + String.join(", ", names(table.columns()))
                + ") FROM STDIN";
    }

    @Override
    public String copyFits() {
        return PostgresCatalog.COPY_FITS;
    }

    @Override
    public String typeName(String type) {
        return unbounded(type);
    }

    @Override
    public <T> String add(Table<T> table) {
        return PostgresCounters.add(table);
    }

    @Override
    public String addsExactly(String type, String columnType) {
        return PostgresCounters.addsExactly(type, columnType);
    }

    static List<String> types(Table<?> table) {
        return table.columns().stream().map(Column::type).toList();
    }

    @Override
    public <T> String declare(Table<T> table) {
        String keys = String.join(", ", names(table.keys()));
        String columns =
                Stream.concat(
                                table.keys().stream().map(key -> declared(key) + " NOT NULL"),
                                table.values().stream().map(Postgres::declared))
                        .collect(joining(", "));
        return "CREATE TABLE IF NOT EXISTS "
                + quoted(PostgresTables.kept(table.name(), PostgresTables.SHORTER))
                + " ("
                + columns
                + (keys.isEmpty() ? "" : ", PRIMARY KEY (" + keys + ")")
                + ")";
    }

    @Override
    public String declareLedger(String ledger) {
        return PostgresTables.declareLedger(
                quoted(PostgresTables.kept(ledger, "give ledgerIn(…) a shorter one")));
    }

    @Override
    public String declarePositions(String positions) {
        return PostgresTables.declarePositions(quoted(positions));
    }

    @Override
    public String declareOwners(String owners) {
        return PostgresTables.declareOwners(quoted(owners));
    }

    @Override
    public String insertNoPositions(String positions) {
        return PostgresTables.insertNoPositions(quoted(positions));
    }

    @Override
    public String lockPositions(String positions) {
        return PostgresTables.lockPositions(quoted(positions));
    }

    @Override
    public String raisePositions(String positions) {
        return PostgresTables.raisePositions(quoted(positions));
    }

    @Override
    public String insertDead(String deadRows) {
        return "INSERT INTO "
                + quoted(deadRows)
                + " (sink, key, version_major, version_minor, sql_state, reason, row, refused_at)"
                + " SELECT r.c0, r.c1, r.c2, r.c3, r.c4, r.c5, r.c6, now() FROM "
                + rows(DeadRow.TYPES, "r")
                + " ON CONFLICT DO NOTHING";
    }

    @Override
    public List<String> declareDead(String deadRows) {
        return PostgresTables.declareDead(
                quoted(PostgresTables.kept(deadRows, "give deadRowsIn(…) a shorter one")),
                PostgresTables.index(deadRows, "_once"));
    }

    @Override
    public String commitWaits() {
        return PostgresCatalog.COMMIT_WAITS;
    }

    @Override
    public String readOnly() {
        return PostgresCatalog.READ_ONLY;
    }

    @Override
    public String explained(String statement) {
        return "EXPLAIN " + statement;
    }

    @Override
    public String columns() {
        return PostgresCatalog.COLUMNS;
    }

    @Override
    public String mayDo() {
        return PostgresCatalog.MAY_DO;
    }

    @Override
    public String uniqueIndexes() {
        return PostgresCatalog.UNIQUE_INDEXES;
    }

    @Override
    public String columnFits(String type) {
        return PostgresCatalog.columnFits(type);
    }
}
