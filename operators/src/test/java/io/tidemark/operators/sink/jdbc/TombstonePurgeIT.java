package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Which rows of a real table a purge takes. */
@ExtendWith(TestDatabase.class)
class TombstonePurgeIT {

    private static final String TABLE = "SELECT id, name FROM changes ORDER BY id";

    @Test
    void tombstonesPastTheirHorizonGoAndOnlyThey() throws Exception {
        VersionedUpsert<Change> sink = Change.sink().purgingAfter(Duration.ofMinutes(100));
        try (WriterUnderTest<Change> writer = writer(sink)) {
            writer.write(new Change(1, 1, 0, null));
            writer.write(new Change(2, 1, 0, null));
            writer.write(new Change(3, 1, 0, "alive"));
            writer.checkpoint(1);
            TestDatabase.execute(
                    "UPDATE changes SET deleted_at = deleted_at - interval '101 minutes'"
                            + " WHERE id = 2");
            writer.advanceClock(Duration.ofMinutes(10).toMillis());
            assertThat(TestDatabase.rows(TABLE)).containsExactly("1|null", "3|alive");
            assertThat(writer.counter("purgedTombstones")).isEqualTo(1);
            TestDatabase.execute("UPDATE changes SET deleted_at = '2000-01-01' WHERE id = 1");
            writer.advanceClock(Duration.ofMinutes(10).toMillis());
            assertThat(TestDatabase.rows(TABLE)).containsExactly("3|alive");
        }
    }

    @Test
    void onlyTheFirstSubtaskPurges() throws Exception {
        VersionedUpsert<Change> sink = Change.sink().purgingAfter(Duration.ofMinutes(1));
        sink.createIfAbsent();
        try (WriterUnderTest<Change> second = WriterUnderTest.of(sink, 2, 1)) {
            second.write(new Change(1, 1, 0, null));
            second.checkpoint(1);
            TestDatabase.execute("UPDATE changes SET deleted_at = '2000-01-01'");
            second.advanceClock(Duration.ofHours(2).toMillis());
            assertThat(TestDatabase.rows(TABLE)).containsExactly("1|null");
        }
    }

    /** A row's place in its partition is also that of a row in each other one. */
    @Test
    void livingRowsOfOtherPartitionsStay() throws Exception {
        TestDatabase.execute(
                "CREATE TABLE changes (id bigint PRIMARY KEY, name varchar(8),"
                        + " version_major bigint NOT NULL, version_minor bigint NOT NULL,"
                        + " deleted boolean NOT NULL, deleted_at timestamptz)"
                        + " PARTITION BY LIST (id)",
                "CREATE TABLE one PARTITION OF changes FOR VALUES IN (1)",
                "CREATE TABLE two PARTITION OF changes FOR VALUES IN (2)",
                "CREATE TABLE three PARTITION OF changes FOR VALUES IN (3)");
        VersionedUpsert<Change> sink = Change.sink().purgingAfter(Duration.ofMinutes(1));
        try (WriterUnderTest<Change> writer = writer(sink)) {
            writer.write(new Change(1, 1, 0, null));
            writer.write(new Change(2, 1, 0, "alive"));
            writer.write(new Change(3, 1, 0, null));
            writer.checkpoint(1);
            TestDatabase.execute(
                    "UPDATE changes SET deleted_at = CASE id WHEN 1 THEN CAST('2000-01-01' AS"
                            + " timestamptz) ELSE deleted_at END");
            assertThat(TestDatabase.rows("SELECT DISTINCT ctid FROM changes")).hasSize(1);
            writer.advanceClock(Duration.ofMinutes(1).toMillis());
            assertThat(writer.counter("purgedTombstones")).isEqualTo(1);
        }
        assertThat(TestDatabase.rows(TABLE)).containsExactly("2|alive", "3|null");
    }

    private static WriterUnderTest<Change> writer(VersionedUpsert<Change> sink) throws Exception {
        sink.createIfAbsent();
        return WriterUnderTest.of(sink, 1, 0);
    }
}
