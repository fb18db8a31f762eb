package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.TimeZone;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One value is stored as one, whichever time zone its process is in. */
@ExtendWith(TestDatabase.class)
class TimeZonesIT {

    /** Far from each other on both sides of UTC, so that days differ, too. */
    private static final List<String> ZONES = List.of("Pacific/Auckland", "America/Los_Angeles");

    private static final Instant TIME = Instant.parse("2026-01-02T12:30:00Z");

    private static final LocalDateTime LOCAL = LocalDateTime.parse("2026-01-02T12:30");

    private static final List<String> STORED =
            List.of("2026-01-02 12:30:00|2026-01-02|2026-01-02 12:30:00+00");

    private static final String COLUMNS = "at timestamp, day date, since timestamptz";

    private static final String TIMES = "SELECT DISTINCT at, day, since FROM times";

    @Test
    void timesOfAnUpsertDependOnNoProcess() throws Exception {
        TestDatabase.execute(
                "CREATE TABLE times (id text PRIMARY KEY, "
                        + COLUMNS
                        + ", version_major bigint, version_minor bigint, deleted boolean,"
                        + " deleted_at timestamptz)");
        VersionedUpsert<String> sink =
                VersionedUpsert.into(
                        timed(Table.<String>named("times").key("id", "text", zone -> zone)),
                        zone -> Version.of(1),
                        TestDatabase.address());
        sink.createIfAbsent();
        inEachZone(zone -> WriterUnderTest.writeAll(sink, 1, List.of(zone)));
        assertThat(TestDatabase.rows(TIMES)).isEqualTo(STORED);
        assertThat(TestDatabase.rows("SELECT count(*) FROM times")).containsExactly("2");
    }

    @Test
    void timesOfAnAppendDependOnNoProcess() throws Exception {
        TestDatabase.execute("CREATE TABLE times (" + COLUMNS + ")");
        LedgeredRows<LedgeredJob.Event> sink =
                LedgeredRows.appendingTo(
                                timed(Table.<LedgeredJob.Event>named("times")),
                                TestDatabase.address())
                        .named("sink");
        sink.createIfAbsent();
        inEachZone(
                zone -> {
                    try (LedgeredJob job = LedgeredJob.start(sink, new JobID(), 1)) {
                        job.read(0, 1);
                        job.checkpoint(1);
                        job.complete(1);
                    }
                });
        assertThat(TestDatabase.rows(TIMES)).isEqualTo(STORED);
        assertThat(TestDatabase.rows("SELECT count(*) FROM times")).containsExactly("2");
    }

    /** Columns of other types than the declared ones, between which the database converts. */
    private static <T> Table<T> timed(Table<T> table) {
        return table.value("at", "timestamptz", row -> TIME)
                .value("day", "timestamptz", row -> TIME)
                .value("since", "timestamp", row -> LOCAL);
    }

    private static void inEachZone(Write write) throws Exception {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : ZONES) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                write.in(zone);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** What is done in each zone. */
    private interface Write {

        void in(String zone) throws Exception;
    }
}
