package io.tidemark.system.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the broker's transactions and topics tell before a job runs. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class KafkaPreflightIT {

    private static final List<String> UIDS = List.of(Outlet.UID);
    private static final Duration EVER = Duration.ofHours(1);

    /** What another job does under the same name, over and over. */
    private interface Life {
        void step(SinkTask<?> task, long step) throws Exception;
    }

    @Test
    void anotherJobThatWritesAndCheckpointsIsAlive(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        beside(
                outlet,
                (task, step) -> {
                    task.write("x").snapshot(step);
                    task.complete(step);
                },
                () -> refused(outlet, new Configuration()));
    }

    @Test
    void anotherJobWithoutTrafficIsAliveByItsCheckpoints(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        beside(
                outlet,
                (task, step) -> {
                    task.snapshot(step);
                    task.complete(step);
                },
                () -> refused(outlet, new Configuration()));
    }

    @Test
    void anotherJobThatWritesIsAliveBetweenItsCheckpoints(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        beside(outlet, (task, step) -> task.write("x"), () -> refused(outlet, new Configuration()));
    }

    /** It would abort what that one writes. */
    @Test
    void aJobWithoutTransactionsDoesNotStartBesideOneThatWritesThem(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        beside(
                outlet,
                (task, step) -> task.write("x"),
                () ->
                        refused(
                                outlet.delivering(DeliveryGuarantee.AT_LEAST_ONCE),
                                new Configuration()));
    }

    @Test
    void inTheJobManagerOnlyCheckpointsAreASignOfLife(RealParts parts) throws Exception {
        Configuration embedded = new Configuration();
        embedded.set(DeploymentOptions.TARGET, "embedded");
        Outlet writing = Outlet.on(parts);
        beside(writing, (task, step) -> task.write("x"), () -> accepted(writing, embedded, 300));

        Outlet checkpointing = Outlet.on(parts);
        beside(
                checkpointing,
                (task, step) -> task.write("x").snapshot(step),
                () -> refused(checkpointing, embedded));
    }

    @Test
    void whatACrashedJobLeftIsNotAlive(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            task.write("a").snapshot(1);
            task.complete(1);
            task.write("b").snapshot(2);
        }
        outlet.leaveOpen(0, 3, "c");

        accepted(outlet, new Configuration(), 300);
    }

    @Test
    void whereNothingIsOpenNobodyWaits(RealParts parts) {
        Outlet outlet = Outlet.on(parts);
        try (KafkaPreflight preflight = KafkaPreflight.connect(outlet.client())) {
            // An hour, if it waited.
            preflight.checkAlone(
                    outlet.output(), UIDS, checkpointEvery(Duration.ofMinutes(30)), EVER);
        }
    }

    @Test
    void whoeverAsksNotToLookIsNotMadeToWait(RealParts parts) {
        Outlet outlet = Outlet.on(parts);
        outlet.leaveOpen(0, 1, "a");
        try (KafkaPreflight preflight = KafkaPreflight.connect(outlet.client())) {
            preflight.checkAlone(
                    outlet.output(), UIDS, checkpointEvery(Duration.ofMinutes(30)), Duration.ZERO);
        }
    }

    @Test
    void readersThatStandBeforeATransactionAreToldOf(RealParts parts) {
        Outlet outlet = Outlet.on(parts);
        try (KafkaPreflight preflight = KafkaPreflight.connect(outlet.client())) {
            assertThat(checkReaders(preflight, outlet, Duration.ofMillis(500))).isEmpty();
            outlet.leaveOpen(0, 3, "a");
            outlet.leaveOpen("somebody-" + outlet.topic(), "b");

            assertThat(checkReaders(preflight, outlet, Duration.ofMillis(500)))
                    .satisfiesExactlyInAnyOrder(
                            own ->
                                    assertThat(own)
                                            .contains(
                                                    '"'
                                                            + outlet.topic()
                                                            + "\", partition 0, stand at offset 0",
                                                    outlet.transactionalId(0, 3),
                                                    "open since 20",
                                                    "earlier run of this job"),
                            other ->
                                    assertThat(other)
                                            .contains(
                                                    "somebody-" + outlet.topic(),
                                                    "somebody else's",
                                                    "all the 10000 ms"));
        }
    }

    /**
     * It keeps readers waiting from checkpoint to checkpoint, as every exactly-once writer does.
     */
    @Test
    void aLivingJobOfAnotherNameThatWritesToTheSameTopicIsNoObstacle(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        beside(
                outlet,
                (task, step) -> {
                    task.write("x");
                    if (step % 40 == 0) {
                        task.snapshot(step);
                        task.complete(step);
                    }
                },
                () -> {
                    outlet.asJob("another");
                    Awaitility.await("its open transaction").until(outlet::hidesRecords);
                    try (KafkaPreflight preflight = KafkaPreflight.connect(outlet.client())) {
                        assertThat(checkReaders(preflight, outlet, Duration.ofSeconds(20)))
                                .isEmpty();
                    }
                });
    }

    private static List<String> checkReaders(
            KafkaPreflight preflight, Outlet outlet, Duration interval) {
        return preflight.checkReaders(
                outlet.output(), UIDS, List.of(outlet.topic()), checkpointEvery(interval), EVER);
    }

    /** So the broker in use does; before 3.7 it took no write. */
    @Test
    void aTopicThatAsksForMoreReplicasThanItHasIsWrittenToAndWarnedOf(RealParts parts) {
        Outlet outlet = Outlet.on(parts);
        String strict = outlet.topic() + "-strict";
        Outlet.get(
                parts.admin()
                        .createTopics(
                                List.of(
                                        new NewTopic(strict, Optional.of(1), Optional.empty())
                                                .configs(Map.of("min.insync.replicas", "2"))))
                        .all());
        outlet.write(strict, "taken");
        try (KafkaPreflight preflight = KafkaPreflight.connect(outlet.client())) {
            assertThat(preflight.checkReplication(List.of(outlet.topic()))).isEmpty();
            assertThat(preflight.checkReplication(List.of(outlet.topic(), strict)))
                    .singleElement()
                    .asString()
                    .contains('"' + strict + '"', "min.insync.replicas=2", "replicas=1", "3.7");
        }
    }

    private static void refused(Outlet outlet, Configuration flink) {
        assertThatThrownBy(() -> checkAlone(outlet, flink, 10_000))
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(
                        "a job is alive under this name",
                        "transaction " + outlet.job() + '.' + Outlet.UID,
                        "--name",
                        "--alone-check=0s");
    }

    private static void accepted(Outlet outlet, Configuration flink, long interval) {
        assertThatCode(() -> checkAlone(outlet, flink, interval)).doesNotThrowAnyException();
    }

    private static void checkAlone(Outlet outlet, Configuration flink, long interval) {
        Configuration settings = checkpointEvery(Duration.ofMillis(interval));
        settings.addAll(flink);
        try (KafkaPreflight preflight = KafkaPreflight.connect(outlet.client())) {
            preflight.checkAlone(outlet.output(), UIDS, settings, EVER);
        }
    }

    private static Configuration checkpointEvery(Duration interval) {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
        return flink;
    }

    /** Does something while another job lives under the same name. */
    private static void beside(Outlet outlet, Life life, Runnable deed) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch lives = new CountDownLatch(1);
        CompletableFuture<Void> other =
                CompletableFuture.runAsync(
                        () -> {
                            try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
                                for (long step = 1; !done.get(); step++) {
                                    life.step(task, step);
                                    lives.countDown();
                                    Thread.sleep(50);
                                }
                            } catch (Exception failed) {
                                throw new IllegalStateException(failed);
                            }
                        });
        try {
            assertThat(lives.await(30, TimeUnit.SECONDS)).as("the other job lives").isTrue();
            deed.run();
        } finally {
            done.set(true);
            other.get(30, TimeUnit.SECONDS);
        }
    }
}
