package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL's declarations of tables, what names they may have, and its statements to those that
 * are the sinks' own, whose names come quoted.
 */
final class PostgresTables {

    /** PostgreSQL cuts longer names, and {@code IF NOT EXISTS} takes what bears the rest for it. */
    private static final int LONGEST_NAME = 63;

    /** What to do about a table. */
    static final String SHORTER = "give the table a shorter one";

    private PostgresTables() {}

    /**
     * The name, which the database keeps as it is.
     *
     * @param otherwise what to do if it is too long
     * @throws PreflightException if it is
     */
    static String kept(String name, String otherwise) {
        for (String part : name.split("\\.", -1)) {
            if (bytes(part) > LONGEST_NAME) {
                throw new PreflightException(
                        "the name \""
                                + part
                                + "\" has "
                                + bytes(part)
                                + " bytes, of which PostgreSQL keeps "
                                + LONGEST_NAME
                                + ": "
                                + otherwise);
            }
        }
        return name;
    }

    /** The quoted name of a table's index: the table's and what it is for, shortened if need be. */
    static String index(String table, String suffix) {
        String name = Postgres.lastPart(table);
        String end = suffix;
        if (bytes(name + end) > LONGEST_NAME) {
            // So that those of two tables stay two.
            end = "_" + Integer.toHexString(name.hashCode()) + suffix;
            while (bytes(name + end) > LONGEST_NAME) {
                name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
            }
        }
        return Postgres.quotedPart(name + end);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static String declareLedger(String ledger) {
        return "CREATE TABLE IF NOT EXISTS "
                + ledger
                + " (lineage text NOT NULL, sink text NOT NULL, checkpoint bigint NOT NULL,"
                + " subtask integer NOT NULL, job text NOT NULL, writer text NOT NULL,"
                + " rows bigint NOT NULL, positions_kept boolean NOT NULL, committed_at timestamptz NOT NULL,"
                + " PRIMARY KEY (lineage, sink, checkpoint, subtask))";
    }

    static String declarePositions(String positions) {
        return "CREATE TABLE IF NOT EXISTS "
                + positions
                + " (sink text NOT NULL, part text NOT NULL, position bigint, place integer,"
                + " PRIMARY KEY (sink, part))";
    }

    static String declareOwners(String owners) {
        return "CREATE TABLE IF NOT EXISTS "
                + owners
                + " (sink text PRIMARY KEY, lineage text NOT NULL)";
    }

    static String insertNoPositions(String positions) {
        return "INSERT INTO "
                + positions
                + " (sink, part) SELECT * FROM "
                + Postgres.rows(List.of("text", "text"), "r")
                + " ON CONFLICT DO NOTHING";
    }

    static String lockPositions(String positions) {
        return "SELECT part, position, place FROM "
                + positions
                + " WHERE sink = ? AND part = ANY (CAST(? AS text[])) ORDER BY part FOR UPDATE";
    }

    static String raisePositions(String positions) {
        return "UPDATE "
                + positions
                + " AS p SET position = r.c2, place = r.c3 FROM "
                + Postgres.rows(List.of("text", "text", "bigint", "integer"), "r")
                + " WHERE p.sink = r.c0 AND p.part = r.c1";
    }

    static <T> List<String> declareVersioned(VersionedTable<T> versioned) {
        Table<T> table = versioned.table();
        String name = Postgres.DIALECT.quoted(kept(table.name(), SHORTER));
        String view =
                Postgres.DIALECT.quoted(
                        kept(versioned.view(), "name the view with livingRowsIn(…)"));
        String deleted = Postgres.quotedPart(versioned.deleted());
        String deletedAt = Postgres.quotedPart(versioned.deletedAt());
        List<String> columns = new ArrayList<>();
        table.keys().forEach(key -> columns.add(Postgres.declared(key) + " NOT NULL"));
        table.values().forEach(value -> columns.add(Postgres.declared(value)));
        columns.add(Postgres.quotedPart(versioned.major()) + " bigint NOT NULL");
        columns.add(Postgres.quotedPart(versioned.minor()) + " bigint NOT NULL");
        columns.add(deleted + " boolean NOT NULL");
        columns.add(deletedAt + " timestamptz");
        columns.add("PRIMARY KEY (" + String.join(", ", Postgres.names(table.keys())) + ")");
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + name + " (" + String.join(", ", columns) + ")",
                "CREATE INDEX IF NOT EXISTS "
                        + index(table.name(), "_tombstones")
                        + " ON "
                        + name
                        + " ("
                        + deletedAt
                        + ") WHERE "
                        + deleted,
                ifAbsent(
                        view,
                        "CREATE VIEW "
                                + view
                                + " AS SELECT "
                                + String.join(", ", Postgres.names(table.columns()))
                                + " FROM "
                                + name
                                + " WHERE NOT "
                                + deleted));
    }

    /** A view can't be created if it is absent: OR REPLACE would overwrite whatever is there. */
    private static String ifAbsent(String view, String create) {
        return "DO "
                + literal(
                        "BEGIN IF to_regclass("
                                + literal(view)
                                + ") IS NULL THEN "
                                + create
                                + "; END IF; END");
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static List<String> declareDead(String deadRows, String index) {
        return List.of(
                "CREATE TABLE IF NOT EXISTS "
                        + deadRows
                        + " (sink text NOT NULL, key json NOT NULL, version_major bigint NOT NULL,"
                        + " version_minor bigint NOT NULL, sql_state text NOT NULL,"
                        + " reason text NOT NULL, row json NOT NULL,"
                        + " refused_at timestamptz NOT NULL)",
                "CREATE UNIQUE INDEX IF NOT EXISTS "
                        + index
                        + " ON "
                        + deadRows
                        + " (sink, md5(key::text), version_major, version_minor)");
    }
}
