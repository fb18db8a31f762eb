package io.tidemark.system.crash;

import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.FaultControl.Fired;
import io.tidemark.system.fault.Point;
import io.tidemark.system.guarantee.Violation.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Restores from what is not the newest, and jobs that are never restored. */
final class RestoreStories {

    /** What a person reads of a checkpoint that ends before its end. */
    private static final String CORRUPT = "java.io.EOFException";

    private static final String BY_HAND = "the job does not go on by itself: ";
    private static final String FROM_THE_ONE_BEFORE = BY_HAND + "start it from the one before";

    private RestoreStories() {}

    /** An older checkpoint, and the newest one, behind which everything was committed. */
    private record Kept(String older, String newest) {}

    private static Kept twoCheckpoints(Stage stage) throws Exception {
        Stories.begin(stage);
        String older = stage.newestCheckpoint();
        stage.feedThrough(100);
        stage.job().checkpoint();
        stage.awaitSeen(stage.journal().size());
        stage.feedThrough(50);
        return new Kept(older, stage.cancelAndKeepCheckpoint());
    }

    /** The sink takes it: what comes again changes nothing. */
    static Ending olderCheckpointTaken(Stage stage) throws Exception {
        Kept kept = twoCheckpoints(stage);
        stage.faultHappened("cancelled with two checkpoints");
        stage.start().from(kept.older()).run();
        return Ending.goesOn();
    }

    /** The sink refuses it by name, and goes on from the newest. */
    static Cell.Story olderCheckpointRefused(String... words) {
        return stage -> {
            Kept kept = twoCheckpoints(stage);
            stage.faultHappened("cancelled with two checkpoints");
            stage.start().from(kept.older()).submit();
            stage.awaitRefusal(words);
            stage.start().from(kept.newest()).run();
            return Ending.goesOn();
        };
    }

    /** What a sink does that can't know better. */
    static Cell.Story olderCheckpointDoubles(String why) {
        return stage -> {
            Kept kept = twoCheckpoints(stage);
            stage.faultHappened("cancelled with two checkpoints");
            stage.start().from(kept.older()).run();
            stage.finish();
            return Ending.notPromised(why, Kind.DUPLICATED);
        };
    }

    /** The newest checkpoint can't be read, which must be said; the one before is good enough. */
    static Ending newestCorruptOlderTaken(Stage stage) throws Exception {
        Kept kept = twoCheckpoints(stage);
        refuseCorrupt(stage, kept);
        stage.start().from(kept.older()).run();
        return Ending.goesOn().remarking(FROM_THE_ONE_BEFORE);
    }

    /** The newest checkpoint can't be read, which must be said; the one before doubles. */
    static Cell.Story newestCorruptOlderDoubles(String why) {
        return stage -> {
            Kept kept = twoCheckpoints(stage);
            refuseCorrupt(stage, kept);
            stage.start().from(kept.older()).run();
            stage.finish();
            return Ending.notPromised(why, Kind.DUPLICATED).remarking(FROM_THE_ONE_BEFORE);
        };
    }

    /**
     * The newest checkpoint can't be read, and the sink takes no older one: nothing is doubled, and
     * what was committed stays.
     *
     * @param why a part of the refusal
     * @param remedy another one, which says what to do
     */
    static Cell.Story newestCorruptOlderRefused(String why, String remedy) {
        return stage -> {
            Kept kept = twoCheckpoints(stage);
            int committed = stage.journal().size() - 50;
            refuseCorrupt(stage, kept);
            stage.start().from(kept.older()).submit();
            stage.awaitRefusal(why, remedy);
            return Ending.goneAfter(committed)
                    .remarking(BY_HAND + "the one before is refused, until you " + remedy);
        };
    }

    private static void refuseCorrupt(Stage stage, Kept kept) throws IOException {
        Path metadata = Path.of(URI.create(kept.newest())).resolve("_metadata");
        byte[] bytes = Files.readAllBytes(metadata);
        Files.write(metadata, Arrays.copyOf(bytes, bytes.length / 2));
        stage.faultHappened("half of the newest checkpoint gone");
        stage.start().from(kept.newest()).submit();
        stage.awaitFailure(CORRUPT);
    }

    /**
     * The savepoint of a stop is complete and committed by one subtask when the other one's process
     * goes. Flink does not go back to a checkpoint before it then, but gives up and says from where
     * to go on.
     */
    static Ending stopInterrupted(Stage stage) throws Exception {
        Stories.begin(stage);
        Fired pending =
                Stories.holdOneCommit(
                        stage, 1, () -> stage.job().beginStop(stage.directory(), false));
        stage.installation().cluster().taskManager(pending.pid()).kill();
        stage.installation().cluster().startTaskManager();
        stage.awaitFailure("please restart a job from this savepoint");
        stage.start().from(stage.newestSavepoint()).run();
        return Ending.goesOn();
    }

    /** Cancelled when its records were written, and nobody restarts it: they stay. */
    static Ending cancelledForGoodWhenWritten(Stage stage) throws Exception {
        Stories.begin(stage);
        int written = stage.journal().size();
        stage.awaitSeen(written);
        stage.faultHappened("cancelled for good");
        stage.job().cancel();
        return Ending.goneAfter(written);
    }

    /** Cancelled when its records were flushed, and nobody restarts it. */
    static Ending cancelledForGood(Stage stage) throws Exception {
        Stories.begin(stage);
        int committed = stage.journal().size() - 100;
        stage.awaitSeen(committed);
        stage.arm(Point.SNAPSHOT_WRITING, Act.HOLD);
        stage.job().triggerCheckpoint();
        stage.awaitFired(Point.SNAPSHOT_WRITING);
        stage.job().cancel();
        return Ending.goneAfter(committed);
    }
}
