package io.tidemark.system.crash;

import java.time.Duration;
import org.apache.flink.api.connector.sink2.Sink;

/** What happens to jobs whose flaw is not in what they write to, and to the same without one. */
final class MutantStories {

    private MutantStories() {}

    /** The sink of a story's job. */
    @FunctionalInterface
    interface SinkOf {
        Sink<Entry> scene(Installation installation, String scene);
    }

    /** A transaction runs out, and the sink does not mind. */
    static Ending deafToRefusals(Stage stage) throws Exception {
        TransactionStories.loseByTimeout(
                stage,
                stage.start()
                        .parallelism(1)
                        .into(
                                TwinKafka.deafToRefusals(
                                        stage.installation(),
                                        stage.name(),
                                        Duration.ofSeconds(3))));
        return Ending.goesOn();
    }

    /** Between two checkpoints, two TaskManagers are gone, each with a transaction open. */
    static Cell.Story twoTaskManagersKilled(SinkOf sink) {
        return stage -> {
            stage.start().into(sink.scene(stage.installation(), stage.name())).run();
            stage.feedThrough(200);
            stage.job().checkpoint();
            stage.feedThrough(100);
            for (int i = 0; i < 2; i++) {
                int before = stage.job().restarts();
                stage.killTaskManager(1);
                stage.awaitRestart(before);
                stage.feedThrough(50);
            }
            return Ending.goesOn();
        };
    }

    /**
     * The job goes on from its checkpoint; or all of it but the source, which goes on from what it
     * told the broker when it read.
     */
    static Cell.Story restored(boolean offsetsCommittedEarly) {
        return stage -> {
            stage.start().run();
            stage.feedThrough(200);
            stage.job().checkpoint();
            stage.feedThrough(100);
            String checkpoint = stage.cancelAndKeepCheckpoint();
            stage.faultHappened("cancelled 100 entries behind a checkpoint");
            Launch second = stage.start().from(checkpoint);
            if (offsetsCommittedEarly) {
                stage.log().commitAllAsRead();
                second.readingFromCommittedOffsets();
            }
            second.run();
            return Ending.goesOn();
        };
    }

    /** Counts are kept in state, or in a field of the function. */
    static Cell.Story counting(boolean inAField) {
        return stage -> {
            Launch start = stage.start();
            (inAField ? start.countingInAField() : start).run();
            stage.feedThrough(200);
            stage.job().checkpoint();
            stage.feedThrough(100);
            stage.killTaskManager(0);
            return Ending.goesOn();
        };
    }
}
