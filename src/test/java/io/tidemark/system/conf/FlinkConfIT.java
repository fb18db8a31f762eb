package io.tidemark.system.conf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.jobs.cli.KafkaJobOptions;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.OrdersAtBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.kafka.coordinator.transaction.TransactionStateManagerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each profile: what stands in it, and a real cluster that it makes. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FlinkConfIT {

    private static final KnownOptions KNOWN = KnownOptions.ofTheCluster();

    static Stream<Profile> profiles() {
        return Profile.all().stream();
    }

    @Test
    void theProfilesAreThese() {
        assertThat(profiles().map(Profile::name))
                .containsExactly(
                        "exactly-once", "high-availability", "large-state", "local", "low-latency");
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void everyKeyAndValueIsKnownToFlink(Profile profile) {
        assertThat(KNOWN.size()).as("options of the cluster's jars").isGreaterThan(500);
        assertThat(KNOWN.problems(profile.settings())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.intervall, 5 s",
        "state.checkpoints.num-retained, 3",
        "metrics.reporter.prom.prot, 9249",
        "heartbeat.timeout, soon"
    })
    void mutantWithAnUnknownKeyOrValueIsCaught(String key, String value) {
        Configuration mutant = new Profile("exactly-once").settings();
        mutant.setString(key, value);

        assertThat(KNOWN.problems(mutant)).singleElement().asString().contains(key);
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void timeoutsFitEachOther(Profile profile) {
        assertThat(timeoutProblems(profile.settings(), profile.zooKeeper())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.tolerable-failed-checkpoints, 7, a transaction may be open",
        "execution.checkpointing.timeout, 3 min, a transaction may be open",
        "execution.checkpointing.min-pause, 5 s, is not below execution.checkpointing.interval",
        "execution.checkpointing.aligned-checkpoint-timeout, 3 min, is not below execution.checkpointing.timeout",
        "heartbeat.interval, 8 s, fewer than three heartbeats",
        "restart-strategy.exponential-delay.initial-backoff, 50 s, beyond the allowance",
        "restart-strategy.exponential-delay.reset-backoff-threshold, 30 s, is not below restart-strategy.exponential-delay.reset",
        "high-availability.zookeeper.client.session-timeout, 1 min, is not granted"
    })
    void mutantWhoseTimeoutsDoNotFitIsCaught(String key, String value, String problem) {
        Profile profile = new Profile("high-availability");
        Configuration mutant = profile.settings();
        mutant.setString(key, value);

        assertThat(timeoutProblems(mutant, profile.zooKeeper()))
                .anySatisfy(found -> assertThat(found).contains(problem));
    }

    private static List<String> timeoutProblems(Configuration settings, Properties zooKeeper) {
        KafkaJobOptions job =
                OrdersPerMinuteJob.JOB
                        .options(
                                new String[] {"--bootstrap-servers=broker:9092", "--topic=orders"},
                                new PrintWriter(new StringWriter()))
                        .orElseThrow()
                        .orders()
                        .kafka();
        return Timeouts.problems(
                settings,
                zooKeeper,
                job,
                Duration.ofMillis(
                        TransactionStateManagerConfig.TRANSACTIONS_MAX_TIMEOUT_MS_DEFAULT));
    }

    /**
     * All that have no test of their own; a build plays exactly-once and one of the others that the
     * seed chooses, as each takes the better part of a minute, and {@code -Pcrash-matrix} all.
     */
    static List<String> played() {
        List<String> others = new ArrayList<>(List.of("large-state", "local", "low-latency"));
        if (!System.getProperty("tidemark.matrix", "").equals("whole")) {
            long seed = Long.getLong("tidemark.seed", new Random().nextLong());
            System.out.println("tidemark.seed=" + seed);
            Collections.shuffle(others, new Random(seed));
            others.subList(1, others.size()).clear();
        }
        others.add("exactly-once");
        return others;
    }

    @ParameterizedTest
    @MethodSource("played")
    void savepointStopResumeAndDrain(String name, OrdersAtBroker orders) throws Exception {
        Profile profile = new Profile(name);
        try (Cluster cluster = Cluster.start(profile)) {
            orders.feed(0.4);
            String first = cluster.submit(List.of("-d"), orders.arguments());
            cluster.awaitRunning(first);
            assertRunsBy(profile, cluster, first);
            if (name.equals("exactly-once")) {
                assertThat(metadata(cluster.savepoint(first))).exists();
            }
            orders.feed(0.3);
            String savepoint = cluster.stop(first);
            cluster.awaitFinished(first);
            orders.feed(0.3);

            String second = resumed(cluster, savepoint, orders);
            if (!name.equals("local")) {
                assertAnswersToTheAlertRules(Series.in(cluster.metrics()));
            }
            cluster.stop(second, "--drain");
        }
        orders.assertAnswered();
    }

    /** Every series that a rule selects is there, by its name and its labels. */
    private static void assertAnswersToTheAlertRules(List<Series> exported) {
        AlertRules rules = AlertRules.shipped();
        assertThat(rules.metrics())
                .as("metrics that the alert rules read")
                .hasSizeGreaterThan(5)
                .isSubsetOf(Series.names(exported));
        assertThat(rules.unmatched(exported)).as("selected by the alert rules").isEmpty();
        assertThat(rules.replacing("Source:.*", "Sauce:.*").unmatched(exported))
                .as("selected by a mutant of the alert rules")
                .singleElement()
                .asString()
                .contains("numRecordsIn{operator_name=~\"Sauce:.*\"}");
    }

    @Test
    void jobsGoOnAfterTheJobManagerIsLostAndAfterTheWholeClusterIsStopped(OrdersAtBroker orders)
            throws Exception {
        Profile profile = new Profile("high-availability");
        try (Cluster cluster = Cluster.start(profile)) {
            orders.feed(0.4);
            String first = cluster.submit(List.of("-d"), orders.arguments());
            orders.awaitRead();
            assertRunsBy(profile, cluster, first);
            cluster.submitFromNowhere(orders.arguments());
            cluster.killJobManager();
            orders.feed(0.3);
            cluster.startAnotherJobManager();
            orders.awaitRead();

            JsonNode checkpoints = cluster.rest("/jobs/" + first + "/checkpoints");
            assertThat(checkpoints.at("/latest/restored/id").asLong())
                    .as("the checkpoint that the other JobManager went on from")
                    .isPositive();

            cluster.stopAndStartAgain();
            orders.feed(0.1);
            orders.awaitRead();
            assertThat(
                            cluster.rest("/jobs/" + first + "/checkpoints")
                                    .at("/latest/restored/id")
                                    .asLong())
                    .as("the checkpoint that the job went on from in the next cluster")
                    .isGreaterThanOrEqualTo(checkpoints.at("/latest/completed/id").asLong());

            String savepoint = cluster.stop(first);
            orders.feed(0.2);
            cluster.stop(resumed(cluster, savepoint, orders), "--drain");
        }
        orders.assertAnswered();
    }

    /**
     * As the manual says: stop on one, start the other. A cluster more than the plays above, so
     * only with {@code -Pcrash-matrix}.
     */
    @Test
    @EnabledIfSystemProperty(named = "tidemark.matrix", matches = "whole")
    void savepointMovesFromTheHeapToRocksDb(OrdersAtBroker orders) throws Exception {
        String savepoint;
        orders.feed(0.4);
        try (Cluster heap = Cluster.start(new Profile("exactly-once"))) {
            String job = heap.submit(List.of("-d"), orders.arguments());
            orders.awaitRead();
            savepoint = heap.stop(job);
        }
        orders.feed(0.6);
        Profile largeState = new Profile("large-state");
        try (Cluster disk = Cluster.start(largeState)) {
            String job = resumed(disk, savepoint, orders);
            assertRunsBy(largeState, disk, job);
            disk.stop(job, "--drain");
        }
        orders.assertAnswered();
    }

    /** A job that goes on from a savepoint and has read all that was fed. */
    private static String resumed(Cluster cluster, String savepoint, OrdersAtBroker orders) {
        String job = cluster.submit(List.of("-d", "-s", savepoint), orders.arguments());
        cluster.awaitRunning(job);
        // It would come by itself, but not within a minute everywhere.
        cluster.checkpoint(job);
        orders.awaitRead();
        assertThat(
                        cluster.rest("/jobs/" + job + "/checkpoints")
                                .at("/latest/restored/external_path")
                                .asText())
                .isEqualTo(savepoint);
        return job;
    }

    @Test
    void boundedRunOnLocal(OrdersAtBroker orders) throws Exception {
        Profile profile = new Profile("local");
        orders.feed(1);
        List<String> arguments = new ArrayList<>(orders.arguments());
        arguments.add("--until-end");
        try (Cluster cluster = Cluster.start(profile)) {
            String job = cluster.submit(List.of(), arguments);
            cluster.awaitFinished(job);
            assertRunsBy(profile, cluster, job);
            cluster.assertRefusesASecond();
        }
        orders.assertAnswered();
    }

    /** The job found in the cluster what stands in the profile. */
    private static void assertRunsBy(Profile profile, Cluster cluster, String job) {
        Configuration settings = profile.settings();
        JsonNode found = cluster.rest("/jobs/" + job + "/checkpoints/config");
        assertThat(found.path("mode").asText()).isEqualTo("exactly_once");
        assertThat(found.path("interval").asLong())
                .isEqualTo(settings.get(CheckpointingOptions.CHECKPOINTING_INTERVAL).toMillis());
        assertThat(found.path("timeout").asLong())
                .isEqualTo(settings.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT).toMillis());
        assertThat(found.path("unaligned_checkpoints").asBoolean())
                .isEqualTo(settings.get(CheckpointingOptions.ENABLE_UNALIGNED));
        assertThat(found.path("state_backend").asText())
                .isEqualTo(
                        Map.of(
                                        "hashmap",
                                        "HashMapStateBackend",
                                        "rocksdb",
                                        "EmbeddedRocksDBStateBackend")
                                .get(settings.get(StateBackendOptions.STATE_BACKEND)));
        assertThat(found.at("/externalization/enabled").asBoolean()).isTrue();
    }

    private static Path metadata(String savepoint) {
        return Path.of(URI.create(savepoint.replace(" ", "%20"))).resolve("_metadata");
    }
}
