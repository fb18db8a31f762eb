package io.tidemark.operators.sink.jdbc;

import java.util.List;

/** PostgreSQL's declarations of the tables that are the sinks' own; names come quoted. */
final class PostgresTables {

    private PostgresTables() {}

    static String declareLedger(String ledger) {
        return "CREATE TABLE IF NOT EXISTS "
                + ledger
                + " (lineage text NOT NULL, sink text NOT NULL, checkpoint bigint NOT NULL,"
                + " subtask integer NOT NULL, job text NOT NULL, writer text NOT NULL,"
                + " rows bigint NOT NULL, committed_at timestamptz NOT NULL,"
                + " PRIMARY KEY (lineage, sink, checkpoint, subtask))";
    }

    static String declarePositions(String positions) {
        return "CREATE TABLE IF NOT EXISTS "
                + positions
                + " (sink text NOT NULL, part text NOT NULL, position bigint NOT NULL,"
                + " PRIMARY KEY (sink, part))";
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
