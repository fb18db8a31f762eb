package io.tidemark.operators.sink.jdbc;

import java.util.List;
import org.apache.flink.util.function.SerializableFunction;

/** PostgreSQL's dialect with a fault in one statement. */
final class BrokenDialect implements Dialect {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<String, String> upsert;
    private final SerializableFunction<String, String> add;

    private BrokenDialect(
            SerializableFunction<String, String> upsert, SerializableFunction<String, String> add) {
        this.upsert = upsert;
        this.add = add;
    }

    static BrokenDialect inItsUpsert(SerializableFunction<String, String> fault) {
        return new BrokenDialect(fault, sql -> sql);
    }

    static BrokenDialect inItsAdd(SerializableFunction<String, String> fault) {
        return new BrokenDialect(sql -> sql, fault);
    }

    @Override
    public <T> String upsert(VersionedTable<T> table) {
        return upsert.apply(Postgres.DIALECT.upsert(table));
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

    @Override
    public <T> String append(Table<T> table) {
        return Postgres.DIALECT.append(table);
    }

    @Override
    public <T> String copy(Table<T> table) {
        return Postgres.DIALECT.copy(table);
    }

    @Override
    public String copyFits() {
        return Postgres.DIALECT.copyFits();
    }

    @Override
    public String typeName(String type) {
        return Postgres.DIALECT.typeName(type);
    }

    @Override
    public <T> String add(Table<T> table) {
        return add.apply(Postgres.DIALECT.add(table));
    }

    @Override
    public <T> String declare(Table<T> table) {
        return Postgres.DIALECT.declare(table);
    }

    @Override
    public String declareLedger(String ledger) {
        return Postgres.DIALECT.declareLedger(ledger);
    }

    @Override
    public String declarePositions(String positions) {
        return Postgres.DIALECT.declarePositions(positions);
    }

    @Override
    public String lockPositions(String positions) {
        return Postgres.DIALECT.lockPositions(positions);
    }

    @Override
    public String raisePositions(String positions) {
        return Postgres.DIALECT.raisePositions(positions);
    }

    @Override
    public String commitWaits() {
        return Postgres.DIALECT.commitWaits();
    }

    @Override
    public String columns() {
        return Postgres.DIALECT.columns();
    }

    @Override
    public String mayDo() {
        return Postgres.DIALECT.mayDo();
    }

    @Override
    public String uniqueIndexes() {
        return Postgres.DIALECT.uniqueIndexes();
    }

    @Override
    public String columnFits(String type) {
        return Postgres.DIALECT.columnFits(type);
    }
}
