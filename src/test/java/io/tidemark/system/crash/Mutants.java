package io.tidemark.system.crash;

import io.tidemark.system.fault.Point;
import java.util.List;

/** Broken twins, each with a point at which the matrix must find it out. */
final class Mutants {

    /** The point of every cell of a mutant. */
    static final String POINT = "mutant";

    private Mutants() {}

    /** The twins without a flaw, at every point at which one with a flaw is found out. */
    static List<Cell> sound() {
        Outside ledger = new TwinLedger(Flaw.NONE);
        Outside upsert = new TwinUpsert(Flaw.NONE);
        return List.of(
                new Cell("commit response lost", ledger, Stories.exceptionAt(Point.COMMITTED)),
                new Cell("in a snapshot", ledger, Stories.taskManagerGoneAt(Point.SNAPSHOT)),
                new Cell(
                        "durable, no subtask told",
                        ledger,
                        Stories.jobManagerGoneAt(Point.DURABLE)),
                new Cell("rescaled, a commit pending", ledger, Stories::rescaledWithACommitPending),
                new Cell("TaskManager killed", upsert, Stories::taskManagerKilled),
                new Cell(
                        "killed right behind a checkpoint",
                        upsert,
                        Stories::killedRightBehindACheckpoint),
                new Cell("older checkpoint", upsert, RestoreStories::olderCheckpointTaken));
    }

    static List<Cell> broken() {
        return List.of(
                ledger(Flaw.LEDGER_OUTSIDE_THE_TRANSACTION, Stories.exceptionAt(Point.COMMITTED)),
                ledger(Flaw.NO_LEDGER, Stories.exceptionAt(Point.COMMITTED)),
                ledger(Flaw.LEDGER_BY_COMMITTING_SUBTASK, Stories::rescaledWithACommitPending),
                ledger(
                        Flaw.COMMIT_BEFORE_CHECKPOINT,
                        Stories.taskManagerGoneAt(Point.SNAPSHOT_WRITING)),
                ledger(Flaw.PRE_COMMIT_STATE_DROPPED, Stories.taskManagerGoneAt(Point.COMMIT)),
                upsert(Flaw.EQUAL_VERSION_OVERWRITES, Stories::taskManagerKilled),
                upsert(Flaw.VERSION_IGNORED, Stories::taskManagerKilled),
                upsert(Flaw.DELETION_WITHOUT_TOMBSTONE, Stories::taskManagerKilled),
                upsert(Flaw.NO_FLUSH_AT_CHECKPOINT, Stories::killedRightBehindACheckpoint),
                upsert(Flaw.INSERT_IN_PLACE_OF_UPSERT, Stories::taskManagerKilled),
                kafka("refused commit ignored", MutantStories::deafToRefusals),
                kafka("transaction prefix at random", MutantStories::wanderingPrefix),
                kafka("offsets committed early", MutantStories::offsetsCommittedEarly),
                kafka("state in a field", MutantStories::stateInAField));
    }

    private static Cell ledger(Flaw flaw, Cell.Story story) {
        return new Cell(POINT, new TwinLedger(flaw), story);
    }

    private static Cell upsert(Flaw flaw, Cell.Story story) {
        return new Cell(POINT, new TwinUpsert(flaw), story);
    }

    /** A job whose flaw is told by the name. */
    private static Cell kafka(String flaw, Cell.Story story) {
        return new Cell(
                POINT,
                new KafkaOutside() {
                    @Override
                    public String name() {
                        return "kafka twin, " + flaw;
                    }
                },
                story);
    }
}
