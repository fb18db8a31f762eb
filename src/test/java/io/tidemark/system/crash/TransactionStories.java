package io.tidemark.system.crash;

import io.tidemark.jobs.sweeptransactions.SweepTransactions;
import io.tidemark.operators.sink.PreflightException;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.Point;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.StableOffsetReachesEnd;
import io.tidemark.system.guarantee.Violation;
import io.tidemark.system.guarantee.Violation.Kind;
import io.tidemark.system.process.ClusterJob;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;

/** What can happen to Kafka's transactions only. */
final class TransactionStories {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Long enough for a first transaction on a busy machine, for the next is to be waited for. */
    static final Duration OPEN_FOR = Duration.ofSeconds(10);

    private TransactionStories() {}

    /** Kafka gives up the transaction before its commit comes: it is lost, and must be missed. */
    static Ending commitAfterTimeout(Stage stage) throws Exception {
        loseByTimeout(
                stage,
                stage.start()
                        .parallelism(1)
                        .into(
                                KafkaOutside.sink(
                                        stage.installation(), stage.name(), stage.name(), OPEN_FOR))
                        .withoutRestart());
        stage.awaitFailure("LostTransactionsException", "100 records in 1 transaction");

        Ending ending =
                Ending.notPromised(
                        "Kafka has given the transaction up; the job fails and counts", Kind.LOST);
        List<Violation> broken =
                Guarantee.violations(stage.history(ending), stage.outside().promises());
        if (broken.size() != 100) {
            throw new AssertionError("100 records were to be lost, but: " + broken);
        }
        return ending;
    }

    /** Takes the transaction with the last 100 entries away under the committer's hands. */
    static void loseByTimeout(Stage stage, Launch start) throws Exception {
        start.run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.awaitSeen(200);
        stage.feedThrough(100);
        stage.arm(Point.COMMIT, Act.HOLD);
        stage.job().triggerCheckpoint();
        stage.awaitFired(Point.COMMIT);
        Awaitility.await("inconclusive: the transaction has not run out")
                .atMost(PATIENCE)
                .until(() -> !hasOpenTransaction(stage, ""));
        stage.installation().faults().release(Point.COMMIT);
    }

    /** Waits until a subtask of the sink has written something that is not committed. */
    static void awaitOpen(Stage stage, int subtask) {
        Awaitility.await("inconclusive: no transaction of subtask " + subtask + " is open")
                .atMost(PATIENCE)
                .until(() -> hasOpenTransaction(stage, subtask + "-"));
    }

    /** Sees that readers stand before what a subtask of the sink has left. */
    static void requireReadersHeldUp(Stage stage, int subtask) {
        History now = stage.history(Ending.goesOn());
        if (!hasOpenTransaction(stage, subtask + "-")
                || new StableOffsetReachesEnd().violations(now).isEmpty()) {
            throw new AssertionError("inconclusive: readers are not held up by " + subtask);
        }
    }

    /**
     * Whether the sink has a transaction open.
     *
     * @param which how its name goes on behind the prefix
     */
    private static boolean hasOpenTransaction(Stage stage, String which) {
        String name = stage.name() + "." + Scene.SINK + "-" + which;
        return Installation.get(stage.installation().admin().listTransactions().all()).stream()
                .filter(one -> one.transactionalId().startsWith(name))
                .anyMatch(
                        one ->
                                one.state() != TransactionState.COMPLETE_ABORT
                                        && one.state() != TransactionState.COMPLETE_COMMIT
                                        && one.state() != TransactionState.EMPTY);
    }

    /** Cancelled with its records flushed, and swept: readers come to the log's end. */
    static Ending cancelledAndSwept(Stage stage) throws Exception {
        Ending ending = RestoreStories.cancelledForGood(stage);
        if (new StableOffsetReachesEnd().violations(stage.history(ending)).isEmpty()) {
            throw new AssertionError("inconclusive: no transaction is open");
        }
        StringWriter answer = new StringWriter();
        int status =
                SweepTransactions.run(
                        new String[] {
                            "--bootstrap-servers=" + stage.installation().broker().address(),
                            "--prefix=" + stage.name(),
                            "--checkpoints=" + stage.installation().directory(stage.name())
                        },
                        new PrintWriter(answer),
                        new PrintWriter(answer));
        if (status != 0) {
            throw new AssertionError("the sweep has failed: " + answer);
        }
        return ending;
    }

    /** The job comes back under another name, while transactions of the old one are open. */
    static Ending prefixChanged(Stage stage) throws Exception {
        Stories.begin(stage);
        String checkpoint = stage.newestCheckpoint();
        Stories.cancelWithoutClosing(stage, 1);
        stage.start()
                .from(checkpoint)
                .into(
                        KafkaOutside.sink(
                                stage.installation(),
                                stage.name(),
                                stage.name() + "-renamed",
                                Duration.ofMinutes(10)))
                .run();
        return Ending.goesOn();
    }

    /**
     * The broker goes while records are being flushed, and comes back after the checkpoint failed.
     */
    static Ending brokerDownDuringFlush(Stage stage) throws Exception {
        stage.start().checkpointTimeout(Duration.ofSeconds(5)).run();
        stage.feedThrough(200);
        stage.job().checkpoint();
        stage.feedThrough(100);
        stage.arm(Point.FLUSH, Act.HOLD);
        stage.job().triggerCheckpoint();
        stage.awaitFired(Point.FLUSH);
        stage.installation().broker().kill();
        stage.installation().faults().release(Point.FLUSH);
        Awaitility.await("inconclusive: the checkpoint has not failed")
                .atMost(PATIENCE)
                .until(
                        () ->
                                stage.job().checkpoints().stream()
                                        .anyMatch(one -> one.status().equals("FAILED")));
        stage.installation().broker().restart();
        return Ending.goesOn();
    }

    /** What a broker says to a producer whose name another one has taken. */
    private static final List<String> REFUSALS =
            List.of(
                    "LostTransactionsException",
                    "ProducerFencedException",
                    "InvalidProducerEpochException",
                    "InvalidTxnStateException");

    /** A second job of the same name is to be submitted while the first one lives. */
    static Ending secondLiveJob(Stage stage) throws Exception {
        Launch second = stage.start().checkpointsEvery(Duration.ofSeconds(1));
        stage.start().checkpointsEvery(Duration.ofSeconds(1)).run();
        try (Feeding feeding = Feeding.of(stage.journal());
                KafkaPreflight preflight =
                        KafkaPreflight.connect(KafkaOutside.client(stage.installation()))) {
            stage.faultHappened("the first one lives");
            preflight.checkAlone(
                    KafkaOutside.output(stage.installation(), stage.name(), Duration.ofMinutes(10)),
                    List.of(Scene.SINK),
                    second.settings(),
                    Duration.ofSeconds(30));
            throw new AssertionError("a second job was let in beside the first");
        } catch (PreflightException refused) {
            if (!String.valueOf(refused.getMessage()).contains(stage.name())) {
                throw new AssertionError("refused for another reason", refused);
            }
        }
        return Ending.goesOn();
    }

    /**
     * Both run nevertheless, for nobody looked. The broker lets one of them down, which fails for
     * good; the other one goes on to the end and loses nothing. What both have written is there
     * twice.
     */
    static Ending twoLiveJobs(Stage stage) throws Exception {
        ClusterJob first = alone(stage).run();
        stage.feedThrough(100);
        stage.awaitSeen(100);
        ClusterJob other;
        try (Feeding feeding = Feeding.of(stage.journal())) {
            ClusterJob second = alone(stage).submit();
            Awaitility.await("inconclusive: the jobs do not disturb each other")
                    .atMost(PATIENCE)
                    .until(() -> hasFailed(first) || hasFailed(second));
            ClusterJob failed = hasFailed(first) ? first : second;
            other = failed == first ? second : first;
            if (first.taskManagerOf(Scene.SINK, 0).equals(second.taskManagerOf(Scene.SINK, 0))) {
                throw new AssertionError("inconclusive: both run in one process");
            }
            String failure = failed.failure();
            if (REFUSALS.stream().noneMatch(failure::contains)) {
                throw new AssertionError("the broker has not refused it: " + failure);
            }
        }
        stage.faultHappened("the " + (other == first ? "second" : "first") + " one refused");
        stage.plays(other);
        stage.finish();
        return Ending.notPromised(
                "preflight refuses the second job; without it, one of them fails",
                Kind.DUPLICATED,
                Kind.OUT_OF_ORDER);
    }

    private static Launch alone(Stage stage) {
        return stage.start()
                .parallelism(1)
                .checkpointsEvery(Duration.ofSeconds(1))
                .withoutRestart();
    }

    private static boolean hasFailed(ClusterJob job) {
        return job.state().filter("FAILED"::equals).isPresent();
    }
}
