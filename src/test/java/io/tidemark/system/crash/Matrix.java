package io.tidemark.system.crash;

import io.tidemark.system.fault.Point;
import io.tidemark.system.process.LostTransactionEnd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * All cells: what can happen, at each sink to which it can.
 *
 * <p>A commit is lost in two ways. At <i>commit request lost</i> and <i>commit response lost</i>
 * the committer throws, before or behind the commit, and the job is started anew: it commits what
 * the checkpoint holds. <i>On the wire</i> the connection breaks, without the request or without
 * the answer, and neither process nor job ends: the sink's own code tries again. The upsert has no
 * commit but that of its statement, of which the answer is lost.
 *
 * <p>The database is killed before a commit, while a transaction waits for a lock and has written
 * nothing, and when all rows are written and the request to commit is on its way.
 *
 * <p>Two jobs live at one time from one checkpoint, or on one prefix of Kafka's transactions, which
 * a job without a checkpoint meets as well.
 */
final class Matrix {

    /** A process with a clock of its own is slow: each look at the clock costs it microseconds. */
    private static final String CLOCK_JUMP = "clock jump of a TaskManager";

    private static final String COMMIT_LOST = "commit lost on the wire";
    private static final String ANSWER_LOST = "answer to a commit lost on the wire";
    private static final String TWO_JOBS = "two living jobs";
    private static final String COMMITS_MEET = "two living jobs, first commits at one moment";

    private static final String NO_WITNESS =
            "a directory can't tell which checkpoint a file belongs to";

    private static final String LEDGER_KNOWS_BETTER = "but the ledger has committed checkpoint";
    private static final String RECORDS_ARE_VISIBLE = "whose records are already visible in topic";

    private final List<Cell> cells = new ArrayList<>();

    private Matrix() {}

    static List<Cell> cells() {
        Matrix matrix = new Matrix();
        matrix.kafka(new KafkaOutside());
        matrix.upsert(new UpsertOutside());
        matrix.ledgered(new LedgeredOutside());
        matrix.rollingForward(new RollingForwardOutside());
        matrix.counters(new CountersOutside());
        matrix.files(new FilesOutside());
        return matrix.cells;
    }

    /** Each point at one of the sinks that come by it, but for one that takes as long as many. */
    static List<Cell> eachPointOnce(long seed) {
        List<Cell> shuffled = new ArrayList<>(cells());
        shuffled.removeIf(cell -> cell.point().equals(CLOCK_JUMP));
        Collections.shuffle(shuffled, new Random(seed));
        Map<String, Cell> byPoint = new TreeMap<>();
        shuffled.forEach(cell -> byPoint.putIfAbsent(cell.point(), cell));
        return List.copyOf(byPoint.values());
    }

    private void add(String point, Outside outside, Cell.Story story) {
        cells.add(new Cell(point, outside, story));
    }

    private void kafka(Outside kafka) {
        everywhere(kafka);
        committing(kafka);
        add("TaskManager paused in its flush and woken", kafka, Stories.zombieAt(Point.FLUSH));
        add("during the flush, broker down", kafka, TransactionStories::brokerDownDuringFlush);
        add(
                "commit after the transaction's timeout",
                kafka,
                TransactionStories::commitAfterTimeout);
        add(COMMIT_LOST, kafka, WireStories.endOfTransactionLost(LostTransactionEnd::request));
        add(ANSWER_LOST, kafka, WireStories.endOfTransactionLost(LostTransactionEnd::answer));
        add("second job on a living prefix", kafka, TransactionStories::secondLiveJob);
        add(TWO_JOBS, kafka, TransactionStories::twoLiveJobs);
        add("cancelled and never restarted", kafka, TransactionStories::cancelledAndSwept);
        add("rescaled 4 to 2, one never came up", kafka, Stories::rescaledBehindAGap);
        add("transaction prefix changed", kafka, TransactionStories::prefixChanged);
        add(
                "an older checkpoint after newer commits",
                kafka,
                RestoreStories.olderCheckpointRefused(RECORDS_ARE_VISIBLE));
        add(
                "newest checkpoint corrupt",
                kafka,
                RestoreStories.newestCorruptOlderRefused(
                        RECORDS_ARE_VISIBLE, "give --allow-older-checkpoint"));
    }

    private void upsert(DatabaseOutside upsert) {
        everywhere(upsert);
        add("TaskManager paused in its flush and woken", upsert, Stories.zombieAt(Point.FLUSH));
        add("database killed before the flush", upsert, DatabaseStories.killedBefore(Point.FLUSH));
        add("database killed during the write", upsert, DatabaseStories.killedDuring("%s_rows"));
        add(ANSWER_LOST, upsert, WireStories.answerLost(upsert, "INSERT"));
        add(TWO_JOBS, upsert, TwoJobStories::nothingChanges);
        add(
                "an older checkpoint after newer commits",
                upsert,
                RestoreStories::olderCheckpointTaken);
        add("newest checkpoint corrupt", upsert, RestoreStories::newestCorruptOlderTaken);
        add("cancelled and never restarted", upsert, RestoreStories::cancelledForGoodWhenWritten);
    }

    private void ledgered(DatabaseOutside ledgered) {
        everywhere(ledgered);
        inTheLedger(ledgered, "%s_appends");
        add(
                COMMITS_MEET,
                ledgered,
                TwoJobStories.firstCommitsMeet(ledgered, TwoJobStories::nobodyGoesOn));
        add(
                "database killed before the commit",
                ledgered,
                DatabaseStories.killedBefore(Point.COMMIT));
        add(
                "an older checkpoint after newer commits",
                ledgered,
                RestoreStories.olderCheckpointRefused(LEDGER_KNOWS_BETTER));
        add(
                "newest checkpoint corrupt",
                ledgered,
                RestoreStories.newestCorruptOlderRefused(
                        LEDGER_KNOWS_BETTER,
                        "take back the rows since then together with their ledger entries"));
        add("cancelled and never restarted", ledgered, RestoreStories::cancelledForGood);
    }

    private void rollingForward(DatabaseOutside ledgered) {
        inTheLedger(ledgered, "%s_appends");
        add(
                COMMITS_MEET,
                ledgered,
                TwoJobStories.firstCommitsMeet(ledgered, TwoJobStories::rolledForward));
        add("TaskManager killed", ledgered, Stories::taskManagerKilled);
        add("rescaled 1 to 4 to 2 to 3", ledgered, Stories.rescaled(1, 4, 2, 3));
        add(
                "an older checkpoint after newer commits",
                ledgered,
                RestoreStories::olderCheckpointTaken);
        add("newest checkpoint corrupt", ledgered, RestoreStories::newestCorruptOlderTaken);
    }

    private void counters(DatabaseOutside counters) {
        inTheLedger(counters, "%s_counters");
        add("TaskManager killed", counters, Stories::taskManagerKilled);
        add("rescaled 1 to 4 to 2 to 3", counters, Stories.rescaled(1, 4, 2, 3));
    }

    /**
     * Points of sinks that keep a ledger.
     *
     * @param written the table with the rows, with %s for the scene
     */
    private void inTheLedger(DatabaseOutside outside, String written) {
        committing(outside);
        add(COMMIT_LOST, outside, WireStories.requestLost(outside, "COMMIT"));
        add(ANSWER_LOST, outside, WireStories.answerLost(outside, "COMMIT"));
        add("database killed during the commit", outside, DatabaseStories.killedDuring(written));
        add(
                "database killed with COMMIT on its way",
                outside,
                DatabaseStories.killedBeforeTheEnd(outside, written));
        add(TWO_JOBS, outside, TwoJobStories::secondToCommitFails);
    }

    private void files(Outside files) {
        everywhere(files);
        committing(files);
        add(
                "an older checkpoint after newer commits",
                files,
                RestoreStories.olderCheckpointDoubles(NO_WITNESS));
        add(
                "newest checkpoint corrupt",
                files,
                RestoreStories.newestCorruptOlderDoubles(NO_WITNESS));
        add("cancelled and never restarted", files, RestoreStories::cancelledForGood);
    }

    /** Points that every sink comes by. */
    private void everywhere(Outside outside) {
        add("before the first checkpoint", outside, Stories::beforeTheFirstCheckpoint);
        add("source past the barrier, sink not", outside, Stories::sourcePastTheBarrier);
        add(
                "in the synchronous part of a snapshot",
                outside,
                Stories.taskManagerGoneAt(Point.SNAPSHOT));
        add(
                "in the asynchronous part of a snapshot",
                outside,
                Stories.taskManagerGoneAt(Point.SNAPSHOT_WRITING));
        add("during the flush", outside, Stories.taskManagerGoneAt(Point.FLUSH));
        add(
                "all acknowledged, JobManager dies before the checkpoint is durable",
                outside,
                Stories.jobManagerGoneAt(Point.ACKNOWLEDGED));
        add("durable, no subtask told", outside, Stories.jobManagerGoneAt(Point.DURABLE));
        add("same checkpoint restored twice", outside, Stories::sameCheckpointRestoredTwice);
        add("rescaled 1 to 2", outside, Stories.rescaled(1, 2));
        add("rescaled 4 to 2", outside, Stories.rescaled(4, 2));
        add("rescaled 2 to 4", outside, Stories.rescaled(2, 4));
        add("rescaled 1 to 4 to 2 to 3", outside, Stories.rescaled(1, 4, 2, 3));
        add("TaskManager killed", outside, Stories::taskManagerKilled);
        add(
                "TaskManager killed right behind a checkpoint",
                outside,
                Stories::killedRightBehindACheckpoint);
        add("JobManager killed", outside, Stories::jobManagerKilled);
        add("broker killed and restarted", outside, Stories::brokerKilled);
        add("stop with savepoint", outside, Stories::stoppedWithSavepoint);
        add("end of input, last flush fails", outside, Stories.endOfInput(Point.FLUSH));
        add("poison record", outside, Stories::poison);
        add(CLOCK_JUMP, outside, ClockStories::jump);
        add("offsets deleted by retention", outside, Stories::offsetsDeleted);
    }

    /** Points of sinks that commit when a checkpoint is complete. */
    private void committing(Outside outside) {
        add("one of two subtasks committed", outside, Stories::oneOfTwoSubtasksCommitted);
        add("rescaled 4 to 2, a commit pending", outside, Stories::rescaledWithACommitPending);
        add("TaskManager paused and woken", outside, Stories.zombieAt(Point.COMMIT));
        add("commit request lost", outside, Stories.exceptionAt(Point.COMMIT));
        add("commit response lost", outside, Stories.exceptionAt(Point.COMMITTED));
        add("stop with savepoint interrupted", outside, RestoreStories::stopInterrupted);
        add("end of input, last commit fails", outside, Stories.endOfInput(Point.COMMIT));
    }
}
