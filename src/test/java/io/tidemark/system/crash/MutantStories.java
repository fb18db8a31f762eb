package io.tidemark.system.crash;

import java.time.Duration;
import org.apache.flink.api.connector.sink2.Sink;
import org.awaitility.Awaitility;

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
                                        TransactionStories.OPEN_FOR)));
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
     * The source has told the broker of all that it read, beyond its last checkpoint, when a
     * TaskManager goes. Then it goes by its checkpoint, or by what it told.
     */
    static Cell.Story committingWithEachPoll(boolean goingByIt) {
        return stage -> {
            stage.start()
                    .reading(
                            goingByIt
                                    ? TwinSource.goingByTheGroup(stage.log(), stage.consumer())
                                    : TwinSource.goingByCheckpoints(stage.log(), stage.consumer()))
                    .run();
            stage.feedThrough(200);
            stage.job().checkpoint();
            stage.feedThrough(100);
            Awaitility.await("inconclusive: the broker was not told")
                    .atMost(Duration.ofSeconds(60))
                    .until(stage.log()::isReadToItsEnd);
            stage.killTaskManager(0);
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
