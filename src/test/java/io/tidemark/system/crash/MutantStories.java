package io.tidemark.system.crash;

import io.tidemark.operators.source.ReadUntil;
import io.tidemark.operators.source.StartingOffsets;
import java.time.Duration;
import java.util.Properties;

/** What happens to jobs with a flaw that is not in their sink alone. */
final class MutantStories {

    private MutantStories() {}

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
    static Ending wanderingPrefix(Stage stage) throws Exception {
        stage.start().into(TwinKafka.withWanderingPrefix(stage.installation(), stage.name())).run();
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
    }

    /** How far the source is, is kept by the broker, at any time, and not in the checkpoint. */
    static Ending offsetsCommittedEarly(Stage stage) throws Exception {
        Properties early = KafkaOutside.client(stage.installation());
        early.setProperty("group.id", stage.name());
        early.setProperty("enable.auto.commit", "true");
        early.setProperty("auto.commit.interval.ms", "100");
        stage.start()
                .reading(
                        Scene.source(
                                stage.journal().topic(),
                                early,
                                StartingOffsets.committed(),
                                ReadUntil.stopped()))
                .run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.feedThrough(100);
        stage.log().awaitReadToEnd();
        stage.job().cancel();
        stage.faultHappened("cancelled behind what the broker was told");
        stage.start()
                .reading(
                        Scene.source(
                                stage.journal().topic(),
                                early,
                                StartingOffsets.committed(),
                                ReadUntil.stopped()))
                .run();
        return Ending.goesOn();
    }

    /** Counts are kept in a field of the function. */
    static Ending stateInAField(Stage stage) throws Exception {
        stage.start().countingInAField().run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.feedThrough(100);
        stage.killTaskManager(0);
        return Ending.goesOn();
    }
}
