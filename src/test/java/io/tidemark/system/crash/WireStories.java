package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import io.tidemark.system.process.Database;
import io.tidemark.system.process.Loss;
import io.tidemark.system.process.LossyProxy;
import io.tidemark.system.process.LostCommitAnswer;
import java.time.Duration;
import org.apache.flink.api.connector.sink2.Sink;
import org.awaitility.Awaitility;

/** A message between the sink and where it writes is lost, and the connection with it. */
final class WireStories {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private WireStories() {}

    /** The connection to the broker breaks while a transaction is being committed. */
    static Cell.Story endOfTransactionLost(Loss loss) {
        return stage -> {
            try (LossyProxy proxy = stage.installation().broker().proxy(loss)) {
                lose(
                        stage,
                        KafkaOutside.sink(
                                "127.0.0.1:" + proxy.port(),
                                stage.name(),
                                stage.name(),
                                Duration.ofMinutes(10)),
                        loss);
            }
            return Ending.ended();
        };
    }

    /** The answer to a commit is lost on its way: the database has committed, nobody knows. */
    static Ending commitAnswerLost(Stage stage) throws Exception {
        Database database = stage.installation().database();
        Loss loss = new LostCommitAnswer();
        try (LossyProxy proxy = LossyProxy.before(database.port(), loss)) {
            JdbcConnection through = UpsertOutside.connection(database, proxy.port());
            lose(stage, LedgeredOutside.ledgered(stage.name(), through), loss);
        }
        return Ending.ended();
    }

    /** A sink writes through a proxy, which loses the message of a commit; then on to the end. */
    private static void lose(Stage stage, Sink<Entry> through, Loss loss) throws Exception {
        stage.start().into(through).run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.awaitSeen(200);
        stage.feedThrough(100);
        loss.arm();
        stage.job().triggerCheckpoint();
        Awaitility.await("inconclusive: no such message has come by")
                .atMost(PATIENCE)
                .until(loss::hasHappened);
        stage.faultHappened("message of a commit lost on the wire");
        stage.finish();
    }
}
