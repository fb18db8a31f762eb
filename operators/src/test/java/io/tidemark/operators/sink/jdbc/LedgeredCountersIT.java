package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Additions to counters. */
@ExtendWith(TestDatabase.class)
class LedgeredCountersIT {

    private static final int CHECKPOINTS = 20;

    private static final int ROUNDS = 15;

    private static final Backoff ONCE = new Backoff(Duration.ZERO, Duration.ZERO, 1);

    private final JobID first = new JobID();

    @Test
    void countersAddUp() throws Exception {
        try (LedgeredJob job = LedgeredJob.start(counters(), first, 2)) {
            for (int id = 1; id <= 3; id++) {
                for (int i = 0; i < 10; i++) {
                    job.write(0, new Event(i % 3, i));
                    job.write(1, new Event(i % 3, 100));
                }
                job.checkpoint(id);
                job.complete(id);
            }
        }
        assertThat(TestDatabase.rows("SELECT part, n, total FROM counters ORDER BY part"))
                .containsExactly("0|24|1254", "1|18|936", "2|18|945");
    }

    /** Each value has half a cent or so that its column does not keep. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 12})
    void sumsDoNotDependOnWhereCheckpointsCut(int checkpoints) throws Exception {
        Table<Event> table =
                Table.<Event>named("counters")
                        .key("part", "integer", Event::partition)
                        .value("total", "numeric(12, 2)", event -> "0.004")
                        .value("up", "numeric(12, 2)", event -> "0.0" + event.offset() + "5");
        LedgeredRows<Event> sink = LedgeredRows.addingTo(table, TestDatabase.address());
        sink.createIfAbsent();
        sink.preflight(PreflightIT.CHECKPOINTED);
        int read = 0;
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            for (int id = 1; id <= checkpoints; id++) {
                int all = 12 * id / checkpoints;
                job.read(0, all - read);
                read = all;
                job.checkpoint(id);
                job.complete(id);
            }
        }
        // 0.01 + … + 0.10 of the first ten, and 0.01 + 0.01 of "0.0105" and "0.0115".
        assertThat(TestDatabase.rows("SELECT total, up FROM counters"))
                .containsExactly("0.00|0.57");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", " -inf", "nan"})
    void whatIsNoNumberIsDeadAndRuinsNoCounter(String text) throws Exception {
        Table<Event> table =
                Table.<Event>named("counters")
                        .key("part", "integer", Event::partition)
                        .value("n", "numeric", event -> event.offset() == 1 ? text : "1.5");
        LedgeredRows<Event> sink = LedgeredRows.addingTo(table, TestDatabase.address());
        sink.createIfAbsent();
        try (LedgeredJob job = LedgeredJob.start(sink, first, 1)) {
            job.read(0, 3);
            job.checkpoint(1);
            job.complete(1);
            assertThat(job.ofCommitters("deadRows")).isEqualTo(1);
        }
        assertThat(TestDatabase.rows("SELECT part, n FROM counters")).containsExactly("0|3.0");
        assertThat(TestDatabase.rows("SELECT sql_state, reason FROM tidemark_dead_rows"))
                .singleElement()
                .asString()
                .startsWith("22003|column \"n\" can't be added " + text);
    }

    @Test
    void addersOfOneKeyRangeDoNotDeadlock() throws Exception {
        int rows = 2_000;
        assertThat(addInEachOthersWay(counters().retrying(ONCE), rows)).isEmpty();
        assertThat(TestDatabase.rows("SELECT count(*), min(n), max(n) FROM counters"))
                .containsExactly(rows + "|" + 2 * CHECKPOINTS + "|" + 2 * CHECKPOINTS);
    }

    @Test
    void aTwinThatAddsInAnyOrderDeadlocks() throws Exception {
        Dialect unordered =
                BrokenDialect.inItsAdd(
                        sql -> sql.replace("ORDER BY min(r.place)", "ORDER BY random()"));
        List<Throwable> failures = List.of();
        // Two committers have to meet.
        for (int round = 0; round < ROUNDS && failures.isEmpty(); round++) {
            TestDatabase.execute("DROP TABLE IF EXISTS tidemark_ledger");
            failures = addInEachOthersWay(counters().retrying(ONCE).speaking(unordered), 2_000);
        }
        assertThat(failures)
                .anySatisfy(failed -> assertThat(failed).hasMessageContaining("deadlock"));
    }

    private List<Throwable> addInEachOthersWay(LedgeredRows<Event> counters, int rows)
            throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        try (LedgeredJob job = LedgeredJob.start(counters, first, 2)) {
            for (int id = 1; id <= CHECKPOINTS; id++) {
                for (int i = 0; i < rows; i++) {
                    job.write(0, new Event(i, 1));
                    job.write(1, new Event(rows - 1 - i, 1));
                }
                job.checkpoint(id);
            }
            for (int subtask = 0; subtask < 2; subtask++) {
                int mine = subtask;
                Thread thread =
                        new Thread(
                                () -> {
                                    try {
                                        job.complete(CHECKPOINTS, mine);
                                    } catch (Throwable failed) {
                                        synchronized (failures) {
                                            failures.add(failed);
                                        }
                                    }
                                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        return failures;
    }

    private static LedgeredRows<Event> counters() {
        LedgeredRows<Event> sink =
                LedgeredRows.addingTo(
                        Table.<Event>named("counters")
                                .key("part", "integer", Event::partition)
                                .value("n", "bigint", event -> 1)
                                .value("total", "numeric", Event::offset),
                        TestDatabase.address());
        sink.createIfAbsent();
        return sink;
    }
}
