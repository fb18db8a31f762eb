package io.tidemark.system.crash;

import io.tidemark.system.fault.Point;
import io.tidemark.system.guarantee.Violation.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Broken twins, each with a story in which the matrix must find it out, and with the sound twin
 * that comes through the same story: so what breaks is the flaw's doing and not the story's.
 */
final class Mutants {

    /** The point of every cell of a mutant. */
    static final String POINT = "mutant";

    private static final String SOUND = "sound twin";

    private final List<Mutant> mutants = new ArrayList<>();

    private Mutants() {}

    /**
     * A broken twin and a sound one.
     *
     * @param symptom in which way the broken one must be seen to be broken, perhaps among others
     */
    record Mutant(Cell broken, Cell sound, Kind symptom) {}

    static List<Mutant> all() {
        Mutants all = new Mutants();
        all.ledgers();
        all.upserts();
        all.topics();
        return List.copyOf(all.mutants);
    }

    private void ledgers() {
        Cell answerLost = soundLedger(Stories.exceptionAt(Point.COMMITTED));
        ledger(Flaw.LEDGER_OUTSIDE_THE_TRANSACTION, answerLost, Kind.DUPLICATED);
        ledger(Flaw.NO_LEDGER, answerLost, Kind.DUPLICATED);
        ledger(
                Flaw.LEDGER_BY_COMMITTING_SUBTASK,
                soundLedger(Stories::rescaledWithACommitPending),
                Kind.LOST);
        ledger(
                Flaw.COMMIT_BEFORE_CHECKPOINT,
                soundLedger(Stories.taskManagerGoneAt(Point.SNAPSHOT_WRITING)),
                Kind.DUPLICATED);
        ledger(
                Flaw.PRE_COMMIT_STATE_DROPPED,
                soundLedger(Stories.taskManagerGoneAt(Point.COMMIT)),
                Kind.LOST);
    }

    private void upserts() {
        Cell killed = soundUpsert(Stories::taskManagerKilled);
        upsert(Flaw.EQUAL_VERSION_OVERWRITES, killed, Kind.LOST);
        upsert(Flaw.VERSION_IGNORED, killed, Kind.LOST);
        upsert(Flaw.DELETION_WITHOUT_TOMBSTONE, killed, Kind.INVENTED);
        upsert(Flaw.INSERT_IN_PLACE_OF_UPSERT, killed, Kind.DUPLICATED);
        upsert(
                Flaw.NO_FLUSH_AT_CHECKPOINT,
                soundUpsert(Stories::killedRightBehindACheckpoint),
                Kind.LOST);
    }

    private void topics() {
        kafka(
                "refused commit ignored",
                MutantStories::deafToRefusals,
                soundKafka(TransactionStories::commitAfterTimeout),
                Kind.LOST);
        kafka(
                "transaction prefix at random",
                MutantStories.twoTaskManagersKilled(TwinKafka::withWanderingPrefix),
                soundKafka(
                        MutantStories.twoTaskManagersKilled(
                                (installation, scene) ->
                                        new KafkaOutside().sink(installation, scene))),
                Kind.HIDDEN);
        kafka(
                "offsets committed early",
                MutantStories.committingWithEachPoll(true),
                soundKafka(MutantStories.committingWithEachPoll(false)),
                Kind.LOST);
        kafka(
                "state in a field",
                MutantStories.counting(true),
                soundKafka(MutantStories.counting(false)),
                Kind.INVENTED);
    }

    private static Cell soundLedger(Cell.Story story) {
        return new Cell(SOUND, new TwinLedger(Flaw.NONE), story);
    }

    private static Cell soundUpsert(Cell.Story story) {
        return new Cell(SOUND, new TwinUpsert(Flaw.NONE), story);
    }

    private static Cell soundKafka(Cell.Story story) {
        return new Cell(SOUND, new KafkaOutside(), story);
    }

    private void ledger(Flaw flaw, Cell sound, Kind symptom) {
        add(new TwinLedger(flaw), sound.story(), sound, symptom);
    }

    private void upsert(Flaw flaw, Cell sound, Kind symptom) {
        add(new TwinUpsert(flaw), sound.story(), sound, symptom);
    }

    /** A job whose flaw is told by the name, for it is in the story. */
    private void kafka(String flaw, Cell.Story broken, Cell sound, Kind symptom) {
        Outside named =
                new KafkaOutside() {
                    @Override
                    public String name() {
                        return "kafka twin, " + flaw;
                    }
                };
        add(named, broken, sound, symptom);
    }

    private void add(Outside broken, Cell.Story story, Cell sound, Kind symptom) {
        mutants.add(new Mutant(new Cell(POINT, broken, story), sound, symptom));
    }
}
