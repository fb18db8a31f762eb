package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a sink survives: rows that are refused by the thousand, and in all that is said of them. */
@ExtendWith(TestDatabase.class)
class PoisonIT {

    private static final String LATIN = "latin_only";

    @Test
    void allVersionsOfAKeyMayBeRefused() throws Exception {
        int versions = 10_000;
        VersionedUpsert<Change> sink = Change.sink().inBatchesOf(versions + 1, Duration.ofHours(1));
        sink.createIfAbsent();
        try (WriterUnderTest<Change> writer = WriterUnderTest.of(sink, 1, 0)) {
            for (int version = 1; version <= versions; version++) {
                writer.write(new Change(1, version, 0, "much too long"));
            }
            writer.checkpoint(1);
            assertThat(writer.counter("deadRows")).isEqualTo(versions);
        }
        assertThat(TestDatabase.rows("SELECT count(*) FROM tidemark_dead_rows"))
                .containsExactly(Integer.toString(versions));
    }

    @Test
    void aRowThatTheDatabaseCannotEvenSpellIsDead() throws Exception {
        TestDatabase.execute(
                "CREATE DATABASE "
                        + LATIN
                        + " TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
        try {
            VersionedUpsert<Change> sink =
                    VersionedUpsert.into(
                            Change.table(), Change::version, TestDatabase.address(LATIN));
            sink.createIfAbsent();
            try (WriterUnderTest<Change> writer = WriterUnderTest.of(sink, 1, 0)) {
                writer.write(new Change(1, 1, 0, "\u6f22"));
                writer.write(new Change(2, 1, 0, "a\0b"));
                writer.write(new Change(3, 1, 0, "\u00fc"));
                writer.checkpoint(1);
                assertThat(writer.counter("deadRows")).isEqualTo(2);
            }
            assertThat(TestDatabase.rowsOf(LATIN, "SELECT name FROM changes"))
                    .containsExactly("\u00fc");
            assertThat(
                            TestDatabase.rowsOf(
                                    LATIN, "SELECT row FROM tidemark_dead_rows ORDER BY 1::text"))
                    .first()
                    .asString()
                    .contains("\\u6F22");
        } finally {
            TestDatabase.execute("DROP DATABASE " + LATIN + " WITH (FORCE)");
        }
    }

    @Test
    void aCopyThatTakesTooLongGoesInByPortions() throws Exception {
        LedgeredRows<Event> sink =
                LedgeredRows.appendingTo(
                                Event.table(),
                                TestDatabase.address().with("options", "-c statement_timeout=5s"))
                        .named("sink");
        sink.createIfAbsent();
        // A sequence tells of the copy, which itself leaves nothing.
        TestDatabase.execute(
                "CREATE SEQUENCE copies",
                "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN IF current_query() LIKE ''COPY%'' THEN"
                        + " PERFORM nextval(''copies''); PERFORM pg_sleep(60); END IF;"
                        + " RETURN NEW; END'",
                "CREATE TRIGGER slow BEFORE INSERT ON events FOR EACH ROW"
                        + " EXECUTE FUNCTION slow()");
        try (LedgeredJob job = LedgeredJob.start(sink, new JobID(), 1)) {
            job.read(0, 12_000);
            job.checkpoint(1);
            job.complete(1);
            job.read(0, 1);
            job.checkpoint(2);
            job.complete(2);
        }
        assertThat(TestDatabase.rows("SELECT count(*), max(place) FROM events"))
                .containsExactly("12001|12000");
        assertThat(TestDatabase.rows("SELECT last_value, is_called FROM copies"))
                .containsExactly("1|t");
    }

    @Test
    void aRowThatATriggerRefusesIsDead() throws Exception {
        VersionedUpsert<Change> upsert = Change.sink();
        upsert.createIfAbsent();
        LedgeredRows<Event> append = Event.sink();
        TestDatabase.execute(
                "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN RAISE EXCEPTION ''not this one''; END'",
                "CREATE TRIGGER no BEFORE INSERT ON changes FOR EACH ROW WHEN (NEW.id = 2)"
                        + " EXECUTE FUNCTION no()",
                "CREATE TRIGGER no BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.place = 1)"
                        + " EXECUTE FUNCTION no()");
        WriterUnderTest.writeAll(
                upsert, 1, List.of(new Change(1, 1, 0, "a"), new Change(2, 1, 0, "b")));
        append(append, 3);
        assertThat(TestDatabase.rows("SELECT id FROM changes")).containsExactly("1");
        assertThat(Event.rows()).containsExactly("0|0", "0|2");
        assertThat(TestDatabase.rows("SELECT sink, sql_state FROM tidemark_dead_rows ORDER BY 1"))
                .containsExactly("changes|P0001", "sink|P0001");
    }

    @Test
    void aRowThatItsViewRefusesIsDead() throws Exception {
        LedgeredRows<Event> sink = Event.sink();
        TestDatabase.execute(
                "ALTER TABLE events RENAME TO all_events",
                "CREATE VIEW events AS SELECT * FROM all_events WHERE place <> 1"
                        + " WITH CHECK OPTION");
        append(sink, 3);
        assertThat(Event.rows()).containsExactly("0|0", "0|2");
        assertThat(TestDatabase.rows("SELECT sql_state FROM tidemark_dead_rows"))
                .containsExactly("44000");
    }

    private static void append(LedgeredRows<Event> sink, int rows) throws Exception {
        try (LedgeredJob job = LedgeredJob.start(sink, new JobID(), 1)) {
            job.read(0, rows);
            job.checkpoint(1);
            job.complete(1);
        }
    }
}
