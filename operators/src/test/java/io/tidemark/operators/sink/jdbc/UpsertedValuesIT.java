package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How values of all kinds enter a real table. */
@ExtendWith(TestDatabase.class)
class UpsertedValuesIT {

    private static final String TABLE = "SELECT id, name FROM changes ORDER BY id";

    @Test
    void textsThatNoDatabaseHoldsAreDead() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            writer.write(new Change(1, 1, 0, "a\0b"));
            writer.write(new Change(2, 1, 0, "fine"));
            writer.checkpoint(1);
        }
        assertThat(TestDatabase.rows(TABLE)).containsExactly("2|fine");
        assertThat(TestDatabase.rows("SELECT row ->> 'name', sql_state FROM tidemark_dead_rows"))
                .containsExactly("a\u2400b|22021");
    }

    @Test
    void halfACharacterDoesNotStopTheJob() throws Exception {
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            writer.write(new Change(1, 1, 0, "a\ud800b"));
            writer.write(new Change(2, 1, 0, "fine"));
            writer.checkpoint(1);
        }
        assertThat(TestDatabase.rows(TABLE)).containsExactly("1|a?b", "2|fine");
    }

    @Test
    void anyTextComesBackAsItWas() throws Exception {
        List<String> texts =
                List.of("", "NULL", "{a,b}", "\"", "\\", "a\\\"b", " x ", "é漢😀", "\n\t", "'");
        try (WriterUnderTest<Change> writer = writer(Change.sink())) {
            for (int id = 0; id < texts.size(); id++) {
                writer.write(new Change(id, 1, 0, texts.get(id)));
            }
            writer.checkpoint(1);
        }
        assertThat(TestDatabase.rows("SELECT name FROM changes ORDER BY id")).isEqualTo(texts);
    }

    @Test
    void valuesOfAllKindsEnterTheirColumns() throws Exception {
        Instant time = Instant.parse("2026-03-04T05:06:07.123456Z");
        Table<Integer> table =
                Table.<Integer>named("kinds")
                        .key("id", "integer", id -> id)
                        .key("exact", "numeric", id -> new BigDecimal("1.50"))
                        .value("fixed", "char(3)", id -> "abc")
                        .value("bits", "bit(4)", id -> "1010")
                        .value("amount", "numeric(8, 2)", id -> new BigDecimal("1E+2"))
                        .value("share", "double precision", id -> Double.NaN)
                        .value("bytes", "bytea", id -> new byte[] {0, -1})
                        .value("at", "timestamp(6) with time zone", id -> time)
                        .value("rich", "jsonb", id -> "{\"a\": [1, \"b\"]}")
                        .value("flag", "boolean", id -> true)
                        .value("Odd \" name", "text", id -> null);
        VersionedUpsert<Integer> sink =
                VersionedUpsert.into(table, id -> Version.of(1), TestDatabase.address());
        sink.createIfAbsent();
        WriterUnderTest.writeAll(sink, 1, List.of(7));
        assertThat(
                        TestDatabase.rows(
                                "SELECT id, exact, fixed, bits, amount, share, bytes,"
                                        + " at = '2026-03-04T05:06:07.123456Z', rich, flag,"
                                        + " \"Odd \"\" name\" FROM kinds_living"))
                .containsExactly("7|1.5|abc|1010|100.00|NaN|\\x00ff|t|{\"a\": [1, \"b\"]}|t|null");
    }

    @Test
    void timesOfAnyYearEnterTheirColumns() throws Exception {
        Table<Integer> table =
                Table.<Integer>named("years")
                        .key("year", "integer", year -> year)
                        .value("date", "date", year -> LocalDate.of(year, 2, 3))
                        .value("local", "timestamp", year -> LocalDateTime.of(year, 2, 3, 4, 5))
                        .value(
                                "at",
                                "timestamptz",
                                year -> OffsetDateTime.of(year, 2, 3, 4, 5, 6, 0, ZoneOffset.UTC));
        VersionedUpsert<Integer> sink =
                VersionedUpsert.into(table, year -> Version.of(1), TestDatabase.address());
        sink.createIfAbsent();
        WriterUnderTest.writeAll(sink, 1, List.of(-4000, -1, 0, 1, 999, 9999, 10_000, 123_456));
        // Without a year 0.
        assertThat(
                        TestDatabase.rows(
                                "SELECT DISTINCT extract(year FROM date) = own,"
                                        + " extract(year FROM local) = own,"
                                        + " extract(year FROM at AT TIME ZONE 'UTC') = own,"
                                        + " local - date, at AT TIME ZONE 'UTC' - local"
                                        + " FROM years, LATERAL (SELECT CASE WHEN year > 0"
                                        + " THEN year ELSE year - 1 END) AS o(own)"))
                .containsExactly("t|t|t|04:05:00|00:00:06");
        assertThat(TestDatabase.rows("SELECT key, reason FROM tidemark_dead_rows")).isEmpty();
        assertThat(TestDatabase.rows("SELECT count(*) FROM years")).containsExactly("8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "char(3)",
                "nchar(3)",
                "national char(3)",
                "national  character (3)",
                "varchar(3)",
                "char varying(3)",
                "nchar varying(3)",
                "national character varying(3)",
                "bit(3)",
                "bit varying(3)",
                "numeric(3)"
            })
    void lengthsAreLimitsAndNotShears(String type) throws Exception {
        Table<String> table =
                Table.<String>named("short")
                        .key("id", "text", text -> text)
                        .value("fixed", type, text -> text);
        VersionedUpsert<String> sink =
                VersionedUpsert.into(table, text -> Version.of(1), TestDatabase.address());
        sink.createIfAbsent();
        WriterUnderTest.writeAll(sink, 1, List.of("1010", "101"));
        assertThat(TestDatabase.rows("SELECT id, fixed FROM short")).containsExactly("101|101");
    }

    @Test
    void keysThatOnlyTheDatabaseTakesForOneAreWrittenOneAfterTheOther() throws Exception {
        Table<String> table =
                Table.<String>named("numbers")
                        .key("id", "numeric", text -> text)
                        .value("text", "text", text -> text);
        VersionedUpsert<String> sink =
                VersionedUpsert.into(
                        table, text -> Version.of(text.length()), TestDatabase.address());
        sink.createIfAbsent();
        WriterUnderTest.writeAll(sink, 1, List.of("1.000", "1", "1.0"));
        assertThat(TestDatabase.rows("SELECT text FROM numbers")).containsExactly("1.000");
        assertThat(TestDatabase.rows("SELECT 1 FROM tidemark_dead_rows")).isEmpty();
    }

    private static WriterUnderTest<Change> writer(VersionedUpsert<Change> sink) throws Exception {
        sink.createIfAbsent();
        return WriterUnderTest.of(sink, 1, 0);
    }
}
