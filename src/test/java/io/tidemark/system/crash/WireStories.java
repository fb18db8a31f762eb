package io.tidemark.system.crash;

import io.tidemark.system.process.Database;
import io.tidemark.system.process.Loss;
import io.tidemark.system.process.LossyProxy;
import io.tidemark.system.process.LostSql;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.flink.api.connector.sink2.Sink;
import org.awaitility.Awaitility;

/**
 * A message between the sink and where it writes is lost, and the connection with it. The process
 * does not end and the job does not fail: whoever sent or awaits the message must try again by
 * itself, without knowing whether it was done.
 */
final class WireStories {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private WireStories() {}

    /** The connection to the broker breaks while a transaction is being committed. */
    static Cell.Story endOfTransactionLost(Supplier<Loss> losing) {
        return stage -> {
            Loss loss = losing.get();
            try (LossyProxy proxy = stage.installation().broker().proxy(loss)) {
                begin(
                        stage,
                        KafkaOutside.sink(
                                "127.0.0.1:" + proxy.port(),
                                stage.name(),
                                stage.name(),
                                Duration.ofMinutes(10)));
                lose(stage, loss);
            }
            return Ending.ended();
        };
    }

    /** The database never hears of a command: it gives up what was done in its transaction. */
    static Cell.Story requestLost(DatabaseOutside outside, String command) {
        return lost(outside, () -> LostSql.request(command));
    }

    /** The database has done what was commanded, and nobody knows. */
    static Cell.Story answerLost(DatabaseOutside outside, String command) {
        return lost(outside, () -> LostSql.answerTo(command));
    }

    private static Cell.Story lost(DatabaseOutside outside, Supplier<Loss> losing) {
        return stage -> {
            Loss loss = losing.get();
            try (LossyProxy proxy = before(stage.installation().database(), loss)) {
                begin(stage, through(proxy, stage, outside));
                lose(stage, loss);
            }
            return Ending.ended();
        };
    }

    static LossyProxy before(Database database, Loss loss) {
        return LossyProxy.before(database.port(), loss);
    }

    /** The sink of an outside that comes to its table through a proxy. */
    static Sink<Entry> through(LossyProxy proxy, Stage stage, DatabaseOutside outside) {
        return outside.sink(
                stage.name(),
                UpsertOutside.connection(stage.installation().database(), proxy.port()));
    }

    /**
     * A job into such a sink that has written: every subtask has its connection, and whatever is
     * done once behind the first commit is over.
     */
    static void begin(Stage stage, Sink<Entry> through) throws Exception {
        stage.start().into(through).run();
        for (int entries = 100; entries <= 200; entries += 100) {
            stage.feedThrough(100);
            stage.job().checkpoint();
            stage.awaitSeen(entries);
        }
    }

    private static void lose(Stage stage, Loss loss) throws Exception {
        // Before there is something to be written: some sinks don't wait for a checkpoint.
        loss.arm();
        stage.feedThrough(100);
        stage.job().triggerCheckpoint();
        Awaitility.await("inconclusive: no such message has come by")
                .atMost(PATIENCE)
                .until(loss::hasHappened);
        stage.faultHappened("message lost on the wire");
        Awaitility.await("inconclusive: nobody has tried again")
                .atMost(PATIENCE)
                .until(loss::hasComeAgain);
        // A checkpoint comes behind the commits of the one before.
        stage.job().checkpoint();
        if (stage.job().restarts() > 0) {
            throw new AssertionError(
                    "the job was to bear it, and was started anew: " + stage.job().failure());
        }
        stage.faultHappened("tried again by the same process");
        stage.finish();
    }
}
