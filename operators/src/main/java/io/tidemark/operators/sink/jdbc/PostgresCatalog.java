package io.tidemark.operators.sink.jdbc;

/**
 * Questions to PostgreSQL about itself; the first parameter of each that has one is a quoted table
 * name, unless it says otherwise.
 */
final class PostgresCatalog {

    /** What a commit of this connection waits for. */
    static final String COMMIT_WAITS = "SHOW synchronous_commit";

    /** The columns' names and whether they refuse null. */
    static final String COLUMNS =
            "SELECT attname, attnotnull FROM pg_attribute WHERE attrelid = to_regclass(?)"
                    + " AND attnum > 0 AND NOT attisdropped ORDER BY attnum";

    /** Whether the user has a right, the second parameter. */
    static final String MAY_DO = "SELECT has_table_privilege(to_regclass(?), ?)";

    /** The names of unique indexes that a conflict clause can use, each with its columns. */
    static final String UNIQUE_INDEXES =
            "SELECT i.indexrelid, a.attname FROM pg_index AS i"
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
     * column's own type.
     */
    static String columnFits(String type) {
        return "SELECT a.atttypid = w.type OR EXISTS (SELECT 1 FROM pg_cast AS c"
                + " WHERE c.castsource = w.type AND c.casttarget = a.atttypid"
                + " AND c.castcontext IN ('a', 'i')), format_type(a.atttypid, a.atttypmod)"
                + " FROM pg_attribute AS a, (SELECT pg_typeof(CAST(NULL AS "
                + Postgres.unbounded(type)
                + "))::oid) AS w(type) WHERE a.attrelid = to_regclass(?) AND a.attname = ?";
    }
}
