package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.sink.jdbc.LedgeredJob.Checkpoint;
import io.tidemark.operators.sink.jdbc.LedgeredJob.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.jspecify.annotations.Nullable;

/**
 * Checks that each event is in the table once after a random life of a job: checkpoints that become
 * durable or not, commits of which some subtasks are told and some are not, crashes anywhere and
 * also between a ledger's entry and its commit, restarts with another parallelism, as another job,
 * and, where the sink rolls forward, from older checkpoints.
 */
final class LedgerCheck {

    private static final int PARTITIONS = 4;
    private static final int STEPS = 25;

    private final Supplier<Ledger> ledger;
    private final boolean rollsForward;
    private final Dialect dialect;

    private final List<Checkpoint> durable = new ArrayList<>();
    private JobID id = new JobID();
    private long checkpoints;
    private int crashes;
    private @Nullable String predecessor;

    private LedgerCheck(Supplier<Ledger> ledger, boolean rollsForward, Dialect dialect) {
        this.ledger = ledger;
        this.rollsForward = rollsForward;
        this.dialect = dialect;
    }

    static void ofTheSink(Random random) throws Exception {
        new LedgerCheck(FaultyLedger::sound, false, Postgres.DIALECT).on(random);
    }

    static void ofTheSinkThatRollsForward(Random random) throws Exception {
        new LedgerCheck(FaultyLedger::sound, true, Postgres.DIALECT).on(random);
    }

    /** The check of a sink with a broken ledger. */
    static void of(Supplier<Ledger> twin, boolean rollsForward, Random random) throws Exception {
        new LedgerCheck(twin, rollsForward, Postgres.DIALECT).on(random);
    }

    /** The check of a sink that rolls forward, with a statement that is broken. */
    static void of(Dialect twin, Random random) throws Exception {
        new LedgerCheck(FaultyLedger::sound, true, twin).on(random);
    }

    private void on(Random random) throws Exception {
        TestDatabase.execute(
                "DROP TABLE IF EXISTS events, tidemark_ledger, tidemark_positions,"
                        + " tidemark_positions_owners,"
                        + " tidemark_dead_rows");
        sink(random).createIfAbsent();
        LedgeredJob job = start(random, null);
        for (int step = 0; step < STEPS; step++) {
            try {
                live(job, random);
                if (random.nextInt(4) == 0) {
                    job.close();
                    job = restart(random);
                }
            } catch (FaultyLedger.Crash crash) {
                crashes++;
                job.close();
                job = restart(random);
            }
        }
        job.close();
        finish(random);
    }

    private void live(LedgeredJob job, Random random) throws Exception {
        for (int i = random.nextInt(4); i > 0; i--) {
            job.read(random.nextInt(PARTITIONS), random.nextInt(4));
        }
        if (random.nextInt(2) == 0) {
            return;
        }
        Checkpoint checkpoint = job.checkpoint(++checkpoints);
        if (random.nextInt(4) == 0) {
            return;
        }
        durable.add(checkpoint);
        List<Integer> told = new ArrayList<>();
        for (int subtask = 0; subtask < job.parallelism(); subtask++) {
            told.add(subtask);
        }
        Collections.shuffle(told, random);
        boolean all = random.nextInt(3) > 0;
        for (int subtask : told.subList(0, all ? told.size() : random.nextInt(told.size() + 1))) {
            job.complete(checkpoint.id(), subtask);
        }
    }

    private LedgeredJob restart(Random random) throws Exception {
        Checkpoint from = durable.isEmpty() ? null : durable.get(durable.size() - 1);
        if (from != null && rollsForward && random.nextInt(3) == 0) {
            from = durable.get(random.nextInt(durable.size()));
            id = new JobID();
            // Who has been rolled forward before, and is again, says from whom.
            for (String owner : TestDatabase.rows("SELECT lineage FROM " + Positions.OWNERS)) {
                predecessor = owner;
            }
            // A run that starts from a checkpoint counts on from it, and never knew the others.
            durable.subList(durable.indexOf(from) + 1, durable.size()).clear();
        } else if (from != null && random.nextInt(3) == 0) {
            id = new JobID();
        }
        return start(random, from);
    }

    private LedgeredJob start(Random random, @Nullable Checkpoint from) throws Exception {
        while (true) {
            try {
                return LedgeredJob.restore(sink(random), id, 1 + random.nextInt(3), from);
            } catch (FaultyLedger.Crash crash) {
                crashes++;
            }
        }
    }

    private LedgeredRows<Event> sink(Random random) {
        Ledger kept = ledger.get();
        if (crashes < 20 && random.nextInt(3) == 0) {
            kept = FaultyLedger.crashing(kept, 1 + random.nextInt(4));
        }
        LedgeredRows<Event> sink =
                LedgeredRows.appendingTo(Event.table(), TestDatabase.address()).keeping(kept);
        if (rollsForward) {
            sink = sink.rollForwardBy(Event::positionOfThreeAtAnOffset).speaking(dialect);
        }
        return predecessor == null ? sink : sink.goingOnFrom(predecessor);
    }

    private void finish(Random random) throws Exception {
        crashes = Integer.MAX_VALUE;
        Checkpoint from = durable.isEmpty() ? null : durable.get(durable.size() - 1);
        List<String> all = new ArrayList<>();
        try (LedgeredJob job = start(random, from)) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                long last = 200;
                job.read(partition, (int) (last - job.offset(partition)));
                for (long offset = 0; offset < last; offset++) {
                    all.add(new Event(partition, offset).toString());
                }
            }
            job.endInput();
            job.checkpoint(++checkpoints);
            job.complete(checkpoints);
        }
        assertThat(TestDatabase.rows("SELECT part, place FROM events ORDER BY part, place"))
                .isEqualTo(all);
    }
}
