package io.tidemark.operators.sink.jdbc;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;

/** PostgreSQL's statement that adds to counters, and whether it does so exactly. */
final class PostgresCounters {

    private PostgresCounters() {}

    /**
     * Adds the sums of a statement's rows. Each value is rounded to its type before, as the column
     * would round it if it came alone: a sum that is rounded depends on which rows it is of.
     */
    static <T> String add(Table<T> table) {
        int keys = table.keys().size();
        List<Column<T>> values = table.values();
        int all = keys + values.size();
        String sums =
                IntStream.range(0, values.size())
                        .mapToObj(
                                i ->
                                        "coalesce(sum(CAST(r.c"
                                                + (keys + i)
                                                + " AS "
                                                + values.get(i).type()
                                                + ")), 0)")
                        .collect(joining(", "));
        String arrays =
                Postgres.types(table).stream()
                        .map(type -> "CAST(? AS " + Postgres.unbounded(type) + "[])")
                        .collect(joining(", "));
        // In the order of the rows given, and not of the database's own: all writers share it.
        return "INSERT INTO "
                + Postgres.DIALECT.quoted(table.name())
                + " AS t ("
                + String.join(", ", Postgres.names(table.columns()))
                + ") SELECT "
                + Postgres.numbered("r.c", keys)
                + ", "
                + sums
                + " FROM unnest("
                + arrays
                + ") WITH ORDINALITY AS r("
                + Postgres.numbered("c", all)
                + ", place) GROUP BY "
                + Postgres.numbered("r.c", keys)
                + " ORDER BY min(r.place) ON CONFLICT ("
                + String.join(", ", Postgres.names(table.keys()))
                + ") DO UPDATE SET "
                + Postgres.names(values).stream()
                        .map(name -> name + " = coalesce(t." + name + ", 0) + excluded." + name)
                        .collect(joining(", "));
    }

    /**
     * Whether a value as the type rounds it is the same in the column, and whether sums float. A
     * sum is of a domain's base type; whole numbers are exact in double precision up to 2^53.
     */
    static String addsExactly(String type, String columnType) {
        return "SELECT p.given = p.kept, s.given IN ('real', 'double precision')"
                + " OR s.kept = 'real' OR s.kept = 'double precision'"
                + " AND s.given NOT IN ('smallint', 'integer', 'bigint')"
                + " FROM (SELECT g.given, CAST(g.given AS "
                + columnType
                + ") FROM (SELECT CAST(CAST(? AS numeric) AS "
                + type
                + ")) AS g(given)) AS p(given, kept), LATERAL"
                + " (SELECT CAST(pg_typeof(p.given + p.given) AS text),"
                + " CAST(pg_typeof(p.kept + p.kept) AS text)) AS s(given, kept)";
    }
}
