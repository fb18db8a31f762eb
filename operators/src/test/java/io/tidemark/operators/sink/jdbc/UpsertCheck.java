package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Checks that any permutation with repeats of a random changelog, in any batches, by any number of
 * writers, leaves the same table, and that all of it once more leaves it untouched.
 */
final class UpsertCheck {

    private final UnaryOperator<VersionedUpsert<Change>> twin;

    private UpsertCheck(UnaryOperator<VersionedUpsert<Change>> twin) {
        this.twin = twin;
    }

    static UpsertCheck ofTheSink() {
        return new UpsertCheck(sink -> sink);
    }

    /** The check of a sink that says things another way. */
    static UpsertCheck of(Dialect dialect) {
        return new UpsertCheck(sink -> sink.speaking(dialect));
    }

    void on(Random random) throws Exception {
        Changelog log = Changelog.drawnFrom(random);
        TestDatabase.execute(
                "DROP TABLE IF EXISTS changes CASCADE", "DROP TABLE IF EXISTS tidemark_dead_rows");
        VersionedUpsert<Change> sink =
                twin.apply(
                        Change.sink()
                                .inBatchesOf(1 + random.nextInt(12), Duration.ofHours(1))
                                .retrying(Backoff.DEFAULT));
        Change.sink().createIfAbsent();

        WriterUnderTest.writeAll(sink, 1 + random.nextInt(3), log.shuffled(random));
        assertTables(log);
        List<String> before = physically();

        WriterUnderTest.writeAll(sink, 1 + random.nextInt(3), log.shuffled(random));
        assertTables(log);
        assertThat(physically()).isEqualTo(before);
    }

    private static void assertTables(Changelog log) throws Exception {
        assertThat(
                        TestDatabase.rows(
                                "SELECT id, name, version_major, version_minor, deleted"
                                        + " FROM changes ORDER BY id"))
                .isEqualTo(log.table());
        assertThat(TestDatabase.rows("SELECT id, name FROM changes_living ORDER BY id"))
                .isEqualTo(log.living());
        assertThat(TestDatabase.rows("SELECT 1 FROM changes WHERE deleted <> (deleted_at NOTNULL)"))
                .isEmpty();
        List<String> dead =
                TestDatabase.rows(
                        "SELECT key, version_major, version_minor FROM tidemark_dead_rows"
                                + " WHERE sink = 'changes' AND sql_state = '22001'");
        assertThat(dead).doesNotHaveDuplicates().containsAll(log.deadAboveTheTable());
        assertThat(log.refused()).containsAll(new TreeSet<>(dead));
    }

    /** Where each row lies and which transaction wrote it: what an update would change. */
    private static List<String> physically() throws Exception {
        return TestDatabase.rows("SELECT id, ctid, xmin FROM changes ORDER BY id");
    }
}
