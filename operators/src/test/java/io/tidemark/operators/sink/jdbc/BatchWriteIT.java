package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What one batch does to a real table. */
@ExtendWith(TestDatabase.class)
class BatchWriteIT {

    @Test
    void rowsThatAreLargeGoInByFew() throws Exception {
        Table<String> table = Table.<String>named("large").value("text", "text", text -> text);
        LedgeredSettings<?> settings = LedgeredSettings.of(table, false, TestDatabase.address());
        TestDatabase.execute(
                "CREATE TABLE large (text text)",
                "CREATE TABLE statements (place serial, rows bigint)",
                "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
                        + " INSERT INTO statements (rows) SELECT count(*) FROM added;"
                        + " RETURN NULL; END'",
                "CREATE TRIGGER note AFTER INSERT ON large REFERENCING NEW TABLE AS added"
                        + " FOR EACH STATEMENT EXECUTE FUNCTION note()");
        HeldRows held = new HeldRows();
        String large = "x".repeat(ColumnArrays.MOST_CHARACTERS / 2 + 1);
        for (int i = 0; i < 3; i++) {
            held.add(new @Nullable String[] {large}, null);
        }
        write(settings, held);
        assertThat(TestDatabase.rows("SELECT rows FROM statements ORDER BY place"))
                .containsExactly("2", "1");
    }

    private static void write(LedgeredSettings<?> settings, HeldRows held) throws Exception {
        LedgerBatch batch =
                new LedgerBatch(
                        "lineage",
                        null,
                        settings.sink(),
                        "job",
                        UUID.randomUUID(),
                        0,
                        0,
                        1,
                        settings.table().columns().stream().map(Column::name).toList(),
                        held.take());
        try (Connection connection = TestDatabase.address().open()) {
            connection.setAutoCommit(false);
            BatchWrite.of(settings).write(connection, batch, Map.of(), BatchWrite.Care.SIFTING);
            connection.commit();
        }
    }
}
