package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The small parts that statements and their failures are made of. */
class SqlTest {

    @Test
    void anArrayQuotesItsElementsAndTellsNullFromItsName() {
        SqlArray array = new SqlArray();
        array.add("a");
        array.add(null);
        array.add("NULL");
        array.add("");
        array.add("q\"b\\s,{}");
        assertThat(array).hasToString("{\"a\",NULL,\"NULL\",\"\",\"q\\\"b\\\\s,{}\"}");
        assertThat(new SqlArray()).hasToString("{}");
    }

    @Test
    void statesTellWhatPassesAndWhatRowsAreRefusedFor() {
        for (String state :
                List.of("08006", "08001", "40001", "40P01", "57P01", "53300", "55P03", "25P03")) {
            assertThat(SqlStates.isTransient(new SQLException("", state))).as(state).isTrue();
            assertThat(SqlStates.isRefusal(new SQLException("", state))).as(state).isFalse();
        }
        for (String state : List.of("22001", "23505", "21000", "54000", "44000", "P0001")) {
            assertThat(SqlStates.isRefusal(new SQLException("", state))).as(state).isTrue();
            assertThat(SqlStates.isTransient(new SQLException("", state))).as(state).isFalse();
        }
        for (String state : List.of("42P01", "28P01", "57014", "25P02", "08P01")) {
            assertThat(SqlStates.isRefusal(new SQLException("", state))).as(state).isFalse();
            assertThat(SqlStates.isTransient(new SQLException("", state))).as(state).isFalse();
        }
        assertThat(SqlStates.isTransient(new SQLException("no state"))).isFalse();
    }

    @Test
    void waitsDoubleUpToTheLongest() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(350), 9);
        assertThat(backoff.afterFailed(1, 0.5)).hasMillis(100);
        assertThat(backoff.afterFailed(2, 0.5)).hasMillis(200);
        assertThat(backoff.afterFailed(3, 0.5)).hasMillis(350);
        assertThat(backoff.afterFailed(1_000_000, 0.5)).hasMillis(350);
        assertThat(backoff.afterFailed(2, 0)).hasMillis(150);
        assertThat(backoff.afterFailed(2, 1)).hasMillis(250);
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ZERO, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("attempts=0");
        assertThatThrownBy(() -> new Backoff(Duration.ofMillis(2), Duration.ofMillis(1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longest=PT0.001S");
    }

    /** Else all that were cut off together come back together, each time. */
    @Test
    void twoThatFailTogetherWaitDifferently() throws Exception {
        JdbcConnection nowhere = JdbcConnection.to("jdbc:postgresql://localhost:1/none");
        Backoff backoff = new Backoff(Duration.ofHours(1), Duration.ofHours(1), 11);
        List<Duration> waits = new ArrayList<>();
        try (Database database = Database.at(nowhere, backoff, waits::add)) {
            assertThatThrownBy(() -> database.directly("nothing", connection -> 0))
                    .hasMessageContaining("nothing failed 11 times");
        }
        assertThat(waits)
                .hasSize(10)
                .allSatisfy(
                        wait ->
                                assertThat(wait)
                                        .isBetween(Duration.ofMinutes(45), Duration.ofMinutes(75)));
        // Ten alike of half an hour's milliseconds are no chance.
        assertThat(Set.copyOf(waits)).hasSizeGreaterThan(1);
    }

    @Test
    void aConnectionNeverShowsItsSecrets() {
        JdbcConnection connection =
                JdbcConnection.to("jdbc:postgresql://db:5432/shop?password=secret1&ssl=true")
                        .as("writer", () -> "secret2")
                        .with("sslpassword", "secret3");
        assertThat(connection)
                .hasToString("jdbc:postgresql://db:5432/shop as writer")
                .extracting(Object::toString)
                .asString()
                .doesNotContain("secret");
    }

    @Test
    void aTypeWithoutItsLengthIsNotOneOfLengthOne() {
        assertThat(Postgres.unbounded("varchar(10)")).isEqualTo("varchar");
        assertThat(Postgres.unbounded("numeric (12, 2)")).isEqualTo("numeric");
        assertThat(Postgres.unbounded("timestamp(3) with time zone"))
                .isEqualTo("timestamp with time zone");
        assertThat(Postgres.unbounded("CHAR(5)")).isEqualTo("bpchar");
        assertThat(Postgres.unbounded("nchar(5)")).isEqualTo("bpchar");
        assertThat(Postgres.unbounded("National  Char (5)")).isEqualTo("bpchar");
        assertThat(Postgres.unbounded("national character(5)")).isEqualTo("bpchar");
        assertThat(Postgres.unbounded("national character varying(5)"))
                .isEqualTo("national character varying");
        assertThat(Postgres.unbounded("bit(4)")).isEqualTo("varbit");
        assertThat(Postgres.unbounded("bit varying(4)")).isEqualTo("bit varying");
    }

    @Test
    void aTableRefusesWhatIsNoNameAndNoType() {
        Table<String> table = Table.<String>named("t").key("id", "text", text -> text);
        assertThatThrownBy(() -> Table.named("a."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("table=\"\"");
        assertThatThrownBy(() -> table.value("id", "text", text -> text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"id\" is in table t already");
        for (String type :
                List.of("", "text[]", "int Array", "text); DROP TABLE t; --", "numeric(1,2")) {
            assertThatThrownBy(() -> table.value("x", type, text -> text))
                    .as(type)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("type=" + type);
        }
        assertThat(table.value("x", "timestamp(3) with time zone", text -> text).columns())
                .hasSize(2);
    }

    @Test
    void aVersionIsNewerByItsMajorNumberAndThenByItsMinor() {
        assertThat(new Version(1, 9)).isLessThan(new Version(2, 0));
        assertThat(new Version(2, 0)).isLessThan(new Version(2, 1));
        assertThat(Version.of(2)).isEqualByComparingTo(new Version(2, 0));
    }

    @Test
    void anUpsertRefusesWhatItCannotKeep() {
        JdbcConnection connection = JdbcConnection.to("jdbc:none");
        assertThatThrownBy(
                        () ->
                                VersionedUpsert.into(
                                        Table.<Change>named("t"), Change::version, connection))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("table t has no key column");
        VersionedUpsert<Change> sink =
                VersionedUpsert.into(Change.table(), Change::version, connection);
        assertThatThrownBy(() -> sink.inBatchesOf(0, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows=0");
        assertThatThrownBy(() -> sink.purgingAfter(Duration.ofSeconds(59)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("horizon=PT59S");
        assertThatThrownBy(() -> sink.named("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sink.failingBeyond(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("refusedRows=-1");
    }
}
