package io.tidemark.operators.sink.jdbc;

import java.util.List;
import org.apache.flink.util.function.SerializableFunction;

/** PostgreSQL's dialect with a fault in one statement. */
final class BrokenDialect implements Dialect {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<String, String> upsert;

    private BrokenDialect(SerializableFunction<String, String> upsert) {
        this.upsert = upsert;
    }

    static BrokenDialect inItsUpsert(SerializableFunction<String, String> fault) {
        return new BrokenDialect(fault);
    }

    @Override
    public <T> String upsert(VersionedTable<T> table) {
        String sound = Postgres.DIALECT.upsert(table);
        String broken = upsert.apply(sound);
        if (broken.equals(sound)) {
            throw new IllegalStateException("there is no fault in: " + broken);
        }
        return broken;
    }

    @Override
    public String quoted(String name) {
        return Postgres.DIALECT.quoted(name);
    }

    @Override
    public String rows(List<String> types, String alias) {
        return Postgres.DIALECT.rows(types, alias);
    }

    @Override
    public <T> String purge(VersionedTable<T> table) {
        return Postgres.DIALECT.purge(table);
    }

    @Override
    public <T> List<String> declare(VersionedTable<T> table) {
        return Postgres.DIALECT.declare(table);
    }

    @Override
    public String insertDead(String deadRows) {
        return Postgres.DIALECT.insertDead(deadRows);
    }

    @Override
    public List<String> declareDead(String deadRows) {
        return Postgres.DIALECT.declareDead(deadRows);
    }
}
