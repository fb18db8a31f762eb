package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import io.tidemark.operators.sink.kafka.KafkaPreflight;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is refused or warned of at submit time, and that it quotes what it saw. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PreflightIT {

    @Test
    void transactionTimeoutAboveTheBrokersMaximum(RealParts parts) {
        refused(
                Scene.with(parts, 1).job().with("--transaction-timeout=20m"),
                "transaction.timeout.ms=1200000",
                "transaction.max.timeout.ms=900000",
                "--transaction-timeout");
    }

    @Test
    void transactionTimeoutThatDoesNotOutliveACheckpointAndARestart(RealParts parts) {
        refused(
                Scene.with(parts, 1)
                        .job()
                        .with("--transaction-timeout=30s", "--restart-allowance=2m"),
                "transaction.timeout.ms=30000",
                "240000",
                "interval 250",
                "timeout 60000",
                "allowance 120000");
    }

    @Test
    void exactlyOnceWithoutCheckpoints(RealParts parts) {
        refused(
                Scene.with(parts, 1).job().withoutCheckpoints(),
                "execution.checkpointing.interval",
                "--delivery at-least-once");
    }

    @Test
    void atLeastOnceNeedsNoneOfThis(RealParts parts) {
        JobStart start =
                Scene.with(parts, 1)
                        .job()
                        .with("--delivery=at-least-once", "--transaction-timeout=20m")
                        .withoutCheckpoints();

        assertThatCode(start::graph).doesNotThrowAnyException();
    }

    @Test
    void missingTopic(RealParts parts) {
        Scene scene = Scene.withoutTopic(parts);

        refused(scene.job(), '"' + scene.topic() + '"', parts.bootstrapServers(), "create it");
        assertThat(Scene.get(parts.admin().listTopics().names()))
                .as("topics made for a job that was refused")
                .doesNotContainAnyElementsOf(scene.outputTopics());
    }

    @Test
    void unreachableBrokerLongBeforeKafkaGivesUp(RealParts parts) throws IOException {
        Scene scene = Scene.withoutTopic(parts);
        String nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + closed.getLocalPort();
        }
        Instant asked = Instant.now();

        refused(scene.job().with("--bootstrap-servers=" + nobody), nobody, "--bootstrap-servers");

        assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(45));
    }

    @Test
    void resultsTopicThatDeletes(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        create(parts, scene.resultsTopic(), Map.of("cleanup.policy", "delete"));

        refused(
                scene.job(),
                '"' + scene.resultsTopic() + '"',
                "cleanup.policy=delete",
                "needs compact");
    }

    @Test
    void aSecondJobOfTheSameName(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        scene.feed(OrderHistory.random(OrderHistory.seed(), 1, 500));
        RunningJob first = scene.job().start().awaitCaughtUp();

        // It is told at the first sign of life, however long it may look.
        refused(
                scene.job().checkpointsOnlyOnDemand().with("--alone-check=10s"),
                "a job is alive under this name",
                "transaction " + scene.name() + '.',
                "--name");

        assertThat(first.status()).isEqualTo(JobStatus.RUNNING);
        assertThatCode(scene.job().with("--alone-check=0s")::graph).doesNotThrowAnyException();
    }

    @Test
    void moreReplicasInStepThanThereAreIsWarnedOf(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        String topic = scene.deadLettersTopic();
        create(parts, topic, Map.of("cleanup.policy", "delete", "min.insync.replicas", "2"));

        assertThat(warnings(scene))
                .singleElement()
                .asString()
                .contains('"' + topic + '"', "min.insync.replicas=2", "replicas=1");
        assertThat(warnings(Scene.with(parts, 1))).isEmpty();
    }

    @Test
    void transactionOfAnEarlierRunThatKeepsReadersWaitingIsWarnedOf(RealParts parts) {
        Scene scene = Scene.with(parts, 1);
        assertThat(warnings(scene)).isEmpty();
        String left = scene.name() + ".late-sink-0-1";
        Map<String, Object> settings =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        parts.bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        left);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            Scene.get(producer.send(new ProducerRecord<>(scene.lateTopic(), new byte[1])));

            assertThat(warnings(scene))
                    .singleElement()
                    .asString()
                    .contains('"' + scene.lateTopic() + '"', left, "earlier run of this job");
        }
    }

    private static void create(RealParts parts, String topic, Map<String, String> settings) {
        NewTopic wanted = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(settings);
        Scene.get(parts.admin().createTopics(List.of(wanted)).all());
    }

    /** Of what preflight warns when a job is submitted that it does not refuse. */
    private static List<String> warnings(Scene scene) {
        try (LoggedWarnings logged = LoggedWarnings.of(KafkaPreflight.class)) {
            scene.job().graph();
            return logged.seen();
        }
    }

    private static void refused(JobStart start, String... quoted) {
        assertThatThrownBy(start::graph)
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(quoted);
    }
}
