package io.tidemark.operators.sink.jdbc;

/**
 * Questions to PostgreSQL about itself; the first parameter of each that has one is a quoted table
 * name, unless it says otherwise.
 */
final class PostgresCatalog {

    /** What a commit of this connection waits for. */
    static final String COMMIT_WAITS = "SHOW synchronous_commit";

    /** Whether this connection can't write: the server is a standby, or the user may only read. */
    static final String READ_ONLY = "SHOW transaction_read_only";

    /**
     * The columns' names, whether they refuse null, and whether they are null in a row that does
     * not name them: the table has no default for them, and no trigger or rule that may give one.
     */
    static final String COLUMNS =
            "SELECT a.attname, a.attnotnull OR y.typnotnull, NOT a.atthasdef"
                    + " AND a.attidentity = '' AND y.typdefault IS NULL AND NOT c.relhasrules"
                    + " AND NOT EXISTS (SELECT 1 FROM pg_trigger AS t WHERE t.tgenabled IN ('O', 'A')"
                    // Before the insert of a row.
                    + " AND t.tgtype & 7 = 7 AND (t.tgrelid = c.oid"
                    + " OR t.tgrelid IN (SELECT relid FROM pg_partition_tree(c.oid))))"
                    + " FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid"
                    + " JOIN pg_type AS y ON y.oid = a.atttypid"
                    + " WHERE c.oid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped"
                    + " ORDER BY a.attnum";

    /** Whether the user has a right, the second parameter. */
    static final String MAY_DO = "SELECT has_table_privilege(to_regclass(?), ?)";

    /**
     * The names of unique indexes that a conflict clause can use, each with its columns and whether
     * null is null to it, which only versions from 15 on know to say.
     */
    static final String UNIQUE_INDEXES =
            "SELECT i.indexrelid, a.attname,"
                    + " coalesce(CAST(to_jsonb(i) ->> 'indnullsnotdistinct' AS boolean), false)"
                    + " FROM pg_index AS i"
                    + " CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)"
                    + " LEFT JOIN pg_attribute AS a"
                    + " ON a.attrelid = i.indrelid AND a.attnum = k.attnum"
                    + " WHERE i.indrelid = to_regclass(?) AND i.indisunique AND i.indimmediate"
                    + " AND i.indisvalid AND i.indpred IS NULL AND k.place <= i.indnkeyatts";

    /**
     * Whether all columns, whose names and types are the first two parameters, are of just these
     * types and take what is given, in a table, the third, that has no rules and hides no rows.
     */
    static final String COPY_FITS =
            "SELECT c.relkind IN ('r', 'p') AND NOT c.relhasrules AND NOT row_security_active(c.oid)"
                    + " AND NOT EXISTS (SELECT 1"
                    + " FROM unnest(CAST(? AS text[]), CAST(? AS text[])) AS w(name, type)"
                    + " LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = w.name"
                    + " AND a.atttypid = to_regtype(w.type) AND a.attidentity = '' AND a.attgenerated = ''"
                    + " WHERE a.attnum IS NULL)"
                    + " FROM pg_class AS c WHERE c.oid = to_regclass(?)";

    private PostgresCatalog() {}

    /**
     * Whether a value of the type may be assigned to the column, the second parameter, and the
     * column's own type. It is asked of an array of the type: a domain may refuse null.
     */
    static String columnFits(String type) {
        return "SELECT a.atttypid = w.type OR EXISTS (SELECT 1 FROM pg_cast AS c"
                + " WHERE c.castsource = w.type AND c.casttarget = a.atttypid"
                + " AND c.castcontext IN ('a', 'i')), format_type(a.atttypid, a.atttypmod)"
                + " FROM pg_attribute AS a, (SELECT typelem FROM pg_type"
                + " WHERE oid = CAST(pg_typeof(CAST(NULL AS "
                + Postgres.unbounded(type)
                + "[])) AS oid)) AS w(type) WHERE a.attrelid = to_regclass(?) AND a.attname = ?";
    }
}
