package io.tidemark.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.jobs.sweeptransactions.SweepTransactions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a cancelled job left open is swept away, and what a checkpoint still owns is not. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SweepTransactionsIT {

    private static final int RECORDS = 3000;

    private final long seed = OrderHistory.seed();

    private record Swept(int status, String told) {}

    @Test
    void aSavepointsTransactionsAreLeftAloneAsLongAsItIsToBeRestored(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        String savepoint = cancelledAfterASavepoint(scene);
        assertThat(hidesRecords(parts, scene)).as("inconclusive: nothing is left open").isTrue();

        Swept owned = sweep(parts, scene, "--checkpoints=" + savepoint);
        assertThat(owned.told())
                .contains("Checkpoints and savepoints to be kept: 1.")
                .contains("owned by checkpoint 1 in " + savepoint)
                .contains(", left open:  " + scene.name() + ".ledger-sink-")
                .contains("restore the checkpoint")
                .doesNotContain("aborted");
        assertThat(owned.status()).isEqualTo(3);

        // It was left alone: the savepoint is whole.
        scene.job().judgingBy(Rules.NARROW).from(savepoint).start().awaitCaughtUp().drain();
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), "seed " + seed);
        assertThat(sweep(parts, scene, "--no-retained-checkpoints"))
                .isEqualTo(new Swept(0, "Nothing of " + scene.name() + " is open.\n"));
    }

    @Test
    void whatNobodyOwnsIsAbortedAndReadersReachTheEnd(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        cancelledAfterASavepoint(scene);
        assertThat(hidesRecords(parts, scene)).as("inconclusive: nothing is left open").isTrue();

        Swept dry = sweep(parts, scene, "--no-retained-checkpoints", "--dry-run");
        assertThat(dry.told()).contains("would be aborted:  " + scene.name() + ".ledger-sink-");
        assertThat(dry.status()).isZero();
        assertThat(hidesRecords(parts, scene)).isTrue();

        // Of another job, which has as many checkpoints: it owns nothing of this one.
        Scene other = Scene.with(parts, 2);
        other.feed(OrderHistory.random(seed, 2, RECORDS));
        String others = cancelledAfterASavepoint(other);
        Swept swept;
        // Beside one that lives, readers stand somewhere at any moment.
        try (Neighbour neighbour = Neighbour.writingTo(parts, scene.ledgerTopic())) {
            swept = sweep(parts, scene, "--checkpoints=" + others);
            assertThat(neighbour.transactions()).as("inconclusive: it wrote nothing").isPositive();
        }
        assertThat(swept.told())
                .contains("aborted:  " + scene.name() + ".ledger-sink-")
                .contains("Readers get on");
        assertThat(swept.status()).isZero();
        Awaitility.await("the end of the log")
                .atMost(Duration.ofSeconds(10))
                .until(() -> !hidesRecords(parts, scene));
    }

    @Test
    void aLivingJobIsLeftAlone(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        Valve valve = Valve.holdingAfter(RECORDS / 2);
        RunningJob job = scene.job().judgingBy(Rules.NARROW).through(valve).start();
        valve.awaitHeld();
        // Without records nothing would be open, and there would be nothing to refuse.
        String foreign = scene.name() + ".results-sink-9-1";
        leaveOpen(parts, scene.deadLettersTopic(), foreign);

        Swept swept = sweep(parts, scene, "--no-retained-checkpoints");

        assertThat(swept.told())
                .contains(
                        "Nothing was aborted: a job is alive under this name",
                        "stop that job first")
                .as("options that this tool does not have")
                .doesNotContain("--name", "--alone-check");
        assertThat(swept.status()).isEqualTo(3);
        valve.openWide();
        job.awaitCaughtUp().drain();
        assertThat(sweep(parts, scene, "--no-retained-checkpoints").told()).contains(foreign);
        SameAsModel.check(
                ReadCommitted.all(parts, scene), scene.answer(Rules.NARROW), "seed " + seed);
    }

    @Test
    void aNameThatKafkaDoesNotRememberIsDoubted(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        String foreign = scene.name() + ".ledger-sink";
        leaveOpen(parts, scene.topic(), foreign + "-0-1");

        Swept swept = sweep(parts, scene.name() + "-mistyped", "--no-retained-checkpoints");

        assertThat(swept.told())
                .contains("Nothing of " + scene.name() + "-mistyped is open.", "check --prefix")
                .containsPattern("Open under other names: .*" + Pattern.quote(foreign));
        assertThat(swept.status()).isZero();
    }

    @Test
    void topicsThatWereDeletedMeanwhileHaveNoReaders(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        cancelledAfterASavepoint(scene);
        assertThat(hidesRecords(parts, scene)).as("inconclusive: nothing is left open").isTrue();
        Scene.get(parts.admin().deleteTopics(scene.outputTopics()).all());
        Awaitility.await("the topics gone")
                .atMost(Duration.ofSeconds(20))
                .until(
                        () ->
                                Scene.get(parts.admin().listTopics().names()).stream()
                                        .noneMatch(scene.outputTopics()::contains));

        Swept swept = sweep(parts, scene, "--no-retained-checkpoints");

        assertThat(swept.told())
                .contains("aborted:  " + scene.name() + ".ledger-sink-")
                .contains("Readers get on");
        assertThat(swept.status()).isZero();
    }

    @Test
    void whatStandsInTheWayAfterwardsIsTold(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        cancelledAfterASavepoint(scene);
        leaveOpen(parts, scene.ledgerTopic(), "somebody-" + scene.name());

        Swept swept = sweep(parts, scene, "--no-retained-checkpoints");

        assertThat(swept.told())
                .contains("aborted:  " + scene.name() + ".ledger-sink-")
                .contains(
                        "Readers are still blocked by something else in ["
                                + scene.ledgerTopic()
                                + "-0], which did not change for 10s");
        assertThat(swept.status()).isEqualTo(3);
    }

    /** The transactions of a savepoint wait for a checkpoint that never comes. */
    private static String cancelledAfterASavepoint(Scene scene) {
        Valve valve = Valve.holdingAfter(RECORDS / 2);
        RunningJob job =
                scene.job()
                        .judgingBy(Rules.NARROW)
                        .checkpointsOnlyOnDemand()
                        .through(valve)
                        .start();
        valve.awaitHeld();
        String savepoint = job.savepoint();
        job.cancel();
        return savepoint;
    }

    private static void leaveOpen(RealParts parts, String topic, String id) {
        KafkaProducer<byte[], byte[]> producer = connect(parts, id);
        producer.initTransactions();
        producer.beginTransaction();
        Scene.get(producer.send(new ProducerRecord<>(topic, new byte[0])));
        producer.close(Duration.ZERO);
    }

    private static KafkaProducer<byte[], byte[]> connect(RealParts parts, String id) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", parts.bootstrapServers());
        settings.put("transactional.id", id);
        ByteArraySerializer bytes = new ByteArraySerializer();
        return new KafkaProducer<>(settings, bytes, bytes);
    }

    /** A writer that has a transaction open nearly all the time, a second each. */
    private record Neighbour(
            KafkaProducer<byte[], byte[]> producer,
            AtomicInteger count,
            AtomicBoolean done,
            CompletableFuture<Void> life)
            implements AutoCloseable {

        static Neighbour writingTo(RealParts parts, String topic) {
            KafkaProducer<byte[], byte[]> producer = connect(parts, "neighbour-" + topic);
            producer.initTransactions();
            AtomicInteger count = new AtomicInteger();
            AtomicBoolean done = new AtomicBoolean();
            Executor aSecondLater = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
            CompletableFuture<Void> life =
                    CompletableFuture.runAsync(
                            () -> {
                                while (!done.get()) {
                                    producer.beginTransaction();
                                    Scene.get(
                                            producer.send(
                                                    new ProducerRecord<>(topic, new byte[0])));
                                    CompletableFuture.runAsync(
                                                    producer::commitTransaction, aSecondLater)
                                            .join();
                                    count.incrementAndGet();
                                }
                            });
            return new Neighbour(producer, count, done, life);
        }

        int transactions() {
            return count.get();
        }

        @Override
        public void close() {
            done.set(true);
            life.join();
            producer.close();
        }
    }

    private static Swept sweep(RealParts parts, Scene scene, String... more) {
        return sweep(parts, scene.name(), more);
    }

    private static Swept sweep(RealParts parts, String name, String... more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--bootstrap-servers=" + parts.bootstrapServers(),
                                "--prefix=" + name,
                                "--look-for=1s"));
        arguments.addAll(List.of(more));
        StringWriter told = new StringWriter();
        PrintWriter out = new PrintWriter(told);
        int status = SweepTransactions.run(arguments.toArray(String[]::new), out, out);
        return new Swept(status, told.toString());
    }

    private static boolean hidesRecords(RealParts parts, Scene scene) {
        return scene.outputTopics().stream()
                .anyMatch(
                        topic ->
                                offsets(parts, topic, IsolationLevel.READ_COMMITTED)
                                        < offsets(parts, topic, IsolationLevel.READ_UNCOMMITTED));
    }

    private static long offsets(RealParts parts, String topic, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        requireNonNull(
                        Scene.get(parts.admin().describeTopics(List.of(topic)).allTopicNames())
                                .get(topic))
                .partitions()
                .forEach(
                        info ->
                                asked.put(
                                        new TopicPartition(topic, info.partition()),
                                        OffsetSpec.latest()));
        return Scene.get(parts.admin().listOffsets(asked, new ListOffsetsOptions(isolation)).all())
                .values()
                .stream()
                .mapToLong(end -> end.offset())
                .sum();
    }
}
