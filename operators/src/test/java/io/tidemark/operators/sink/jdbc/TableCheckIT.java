package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import java.sql.SQLException;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tables that the user has made himself are refused at submit. */
@ExtendWith(TestDatabase.class)
class TableCheckIT {

    private static final Configuration CHECKPOINTED = PreflightIT.CHECKPOINTED;

    @Test
    void aKeyThatMayBeNullIsRefused() throws Exception {
        VersionedUpsert<Change> upsert = Change.sink();
        LedgeredRows<Change> adding = adding("bigint");
        upsert.createIfAbsent();
        adding.createIfAbsent();
        for (String table : List.of("changes", "sums")) {
            TestDatabase.execute(
                    "ALTER TABLE " + table + " DROP CONSTRAINT " + table + "_pkey",
                    "ALTER TABLE " + table + " ALTER COLUMN id DROP NOT NULL",
                    "CREATE UNIQUE INDEX ON " + table + " (id)");
        }
        assertRefused(() -> upsert.preflight(CHECKPOINTED))
                .hasMessageContaining("column \"id\" of the key of table changes may be null")
                .hasMessageContaining("SET NOT NULL");
        assertRefused(() -> adding.preflight(CHECKPOINTED))
                .hasMessageContaining("column \"id\" of the key of table sums may be null");
        TestDatabase.execute("ALTER TABLE changes ALTER COLUMN id SET NOT NULL");
        assertThatCode(() -> upsert.preflight(CHECKPOINTED)).doesNotThrowAnyException();
    }

    @Test
    void aKeyToWhichNullIsNullPassesAndIsOne() throws Exception {
        VersionedUpsert<Change> upsert =
                VersionedUpsert.into(
                        Table.<Change>named("changes")
                                .key("id", "bigint", change -> null)
                                .value("name", "text", Change::name),
                        Change::version,
                        TestDatabase.address());
        upsert.createIfAbsent();
        TestDatabase.execute(
                "ALTER TABLE changes DROP CONSTRAINT changes_pkey",
                "ALTER TABLE changes ALTER COLUMN id DROP NOT NULL",
                "CREATE UNIQUE INDEX ON changes (id) NULLS NOT DISTINCT");
        assertThatCode(() -> upsert.preflight(CHECKPOINTED)).doesNotThrowAnyException();
        for (String name : List.of("a", "b")) {
            WriterUnderTest.writeAll(upsert, 1, List.of(new Change(1, 1, 0, name)));
        }
        assertThat(TestDatabase.rows("SELECT name FROM changes")).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE log ADD more text NOT NULL",
                "CREATE DOMAIN sure AS text NOT NULL; ALTER TABLE log ADD more sure",
                "ALTER TABLE log ADD more text NOT NULL;"
                        + " CREATE TRIGGER late AFTER INSERT ON log FOR EACH ROW"
                        + " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
            })
    void aColumnThatMustHaveAValueAndIsNotSentIsRefused(String change) throws Exception {
        appending("bigint").createIfAbsent();
        TestDatabase.execute(change);
        assertThatThrownBy(() -> TestDatabase.execute("INSERT INTO log (id) VALUES (1)"))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo("23502"));
        assertRefused(() -> appending("bigint").preflight(CHECKPOINTED))
                .hasMessageContaining("column \"more\" of table log is NOT NULL")
                .hasMessageContaining("SET DEFAULT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE log ADD more text NOT NULL DEFAULT 'x'",
                "ALTER TABLE log ADD more bigint GENERATED ALWAYS AS IDENTITY",
                "ALTER TABLE log ADD more bigint NOT NULL GENERATED ALWAYS AS (id + 1) STORED",
                "CREATE DOMAIN sure AS text NOT NULL DEFAULT 'x'; ALTER TABLE log ADD more sure",
                "ALTER TABLE log ADD more text NOT NULL; CREATE FUNCTION fill() RETURNS trigger"
                        + " LANGUAGE plpgsql AS 'BEGIN NEW.more = 1; RETURN NEW; END';"
                        + " CREATE TRIGGER fill BEFORE INSERT ON log FOR EACH ROW"
                        + " EXECUTE FUNCTION fill()"
            })
    void aColumnThatHasAValueThoughItIsNotSentPasses(String change) throws Exception {
        appending("bigint").createIfAbsent();
        TestDatabase.execute(change, "INSERT INTO log (id) VALUES (1)");
        assertThatCode(() -> appending("bigint").preflight(CHECKPOINTED))
                .doesNotThrowAnyException();
    }

    @Test
    void anUpsertAndTablesOfOursAreAskedForWhatIsNotSentToo() throws Exception {
        Change.sink().createIfAbsent();
        appending("bigint").createIfAbsent();
        TestDatabase.execute(
                "ALTER TABLE changes ADD customer text NOT NULL",
                "ALTER TABLE tidemark_ledger ADD tenant text NOT NULL");
        assertRefused(() -> Change.sink().preflight(CHECKPOINTED))
                .hasMessageContaining("column \"customer\" of table changes");
        assertRefused(() -> appending("bigint").preflight(CHECKPOINTED))
                .hasMessageContaining("column \"tenant\" of table tidemark_ledger");
    }

    @Test
    void aColumnThatTheDatabaseComputesIsRefused() throws Exception {
        Change.sink().createIfAbsent();
        appending("bigint").createIfAbsent();
        TestDatabase.execute(
                "DROP VIEW changes_living",
                "ALTER TABLE changes DROP COLUMN name",
                "ALTER TABLE changes ADD name text GENERATED ALWAYS AS ('x') STORED",
                "ALTER TABLE log DROP COLUMN id",
                "ALTER TABLE log ADD id bigint GENERATED ALWAYS AS IDENTITY");
        assertRefused(() -> Change.sink().preflight(CHECKPOINTED))
                .hasMessageContaining("table changes does not take the sink's rows")
                .hasMessageContaining("\"name\"");
        assertRefused(() -> appending("bigint").preflight(CHECKPOINTED))
                .hasMessageContaining("table log does not take the sink's rows")
                .hasMessageContaining("\"id\"");
    }

    @Test
    void whatCannotBeAddedIsRefused() {
        LedgeredRows<Change> adding = adding("text");
        adding.createIfAbsent();
        assertRefused(() -> adding.preflight(CHECKPOINTED)).hasMessageContaining("sum(text)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "real             | real",
                "double precision | double precision",
                "double precision | numeric",
                "numeric          | numeric(12,2)",
                "numeric(12, 3)   | numeric(12,2)",
                "numeric(12, 2)   | bigint",
                "bigint           | real",
                "floating         | floating"
            })
    void sumsThatAreRoundedAreRefused(String type, String columnType) throws Exception {
        TestDatabase.execute("CREATE DOMAIN floating AS double precision");
        LedgeredRows<Change> adding = adding(type);
        adding.createIfAbsent();
        TestDatabase.execute("ALTER TABLE sums ALTER COLUMN n TYPE " + columnType);
        assertRefused(() -> adding.preflight(CHECKPOINTED))
                .hasMessageContaining("column \"n\" of table sums is of type " + columnType)
                .hasMessageContaining("sums of the sink's " + type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "smallint       | numeric(12,2)",
                "bigint         | numeric",
                "integer        | bigint",
                "numeric(12, 2) | numeric(14,3)",
                "numeric(2, 2)  | numeric(2,2)",
                "positive       | positive",
                "bigint         | double precision",
                "numeric        | numeric"
            })
    void sumsThatAreExactPass(String type, String columnType) throws Exception {
        TestDatabase.execute("CREATE DOMAIN positive AS numeric(12,2) CHECK (VALUE >= 1)");
        LedgeredRows<Change> adding = adding(type);
        adding.createIfAbsent();
        TestDatabase.execute("ALTER TABLE sums ALTER COLUMN n TYPE " + columnType);
        assertThatCode(() -> adding.preflight(CHECKPOINTED)).doesNotThrowAnyException();
    }

    @Test
    void whatIsNoTypeIsRefused() {
        appending("bigint").createIfAbsent();
        assertRefused(() -> appending("bigserial").preflight(CHECKPOINTED))
                .hasMessageContaining("column \"id\" of table log can't be given type=bigserial");
    }

    @Test
    void aConnectionThatOnlyReadsIsRefused() {
        Change.sink().createIfAbsent();
        VersionedUpsert<Change> reading =
                VersionedUpsert.into(
                        Change.table(),
                        Change::version,
                        TestDatabase.address()
                                .with("options", "-c default_transaction_read_only=on"));
        assertRefused(() -> reading.preflight(CHECKPOINTED))
                .hasMessageContaining("transaction_read_only=on");
    }

    @Test
    void aDomainThatRefusesNullIsATypeAsAnyOther() throws Exception {
        TestDatabase.execute("CREATE DOMAIN code AS varchar(3) NOT NULL");
        VersionedUpsert<Change> sink =
                VersionedUpsert.into(
                        Table.<Change>named("changes")
                                .key("id", "bigint", Change::id)
                                .value("name", "code", Change::name),
                        Change::version,
                        TestDatabase.address());
        sink.createIfAbsent();
        assertThatCode(() -> sink.preflight(CHECKPOINTED)).doesNotThrowAnyException();
        assertRefused(() -> sink.deleting(Change::isDeletion).preflight(CHECKPOINTED))
                .hasMessageContaining("column \"name\" of table changes is NOT NULL");
        WriterUnderTest.writeAll(
                sink,
                1,
                List.of(
                        new Change(1, 1, 0, "abc"),
                        new Change(2, 1, 0, "abcd"),
                        new Change(3, 1, 0, null)));
        assertThat(TestDatabase.rows("SELECT id, name FROM changes")).containsExactly("1|abc");
        assertThat(TestDatabase.rows("SELECT sql_state FROM tidemark_dead_rows ORDER BY 1"))
                .containsExactly("22001", "23502");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(ThrowingCallable question) {
        return assertThatThrownBy(question).isInstanceOf(PreflightException.class);
    }

    private static LedgeredRows<Change> appending(String type) {
        return LedgeredRows.appendingTo(
                Table.<Change>named("log").value("id", type, Change::id), TestDatabase.address());
    }

    private static LedgeredRows<Change> adding(String type) {
        return LedgeredRows.addingTo(
                Table.<Change>named("sums")
                        .key("id", "bigint", Change::id)
                        .value("n", type, Change::major),
                TestDatabase.address());
    }
}
