package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is refused at submit time, and that the refusal quotes what it saw. */
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
        Scene.get(
                parts.admin()
                        .createTopics(
                                List.of(
                                        new NewTopic(
                                                        scene.resultsTopic(),
                                                        Optional.of(1),
                                                        Optional.empty())
                                                .configs(Map.of("cleanup.policy", "delete"))))
                        .all());

        refused(
                scene.job(),
                '"' + scene.resultsTopic() + '"',
                "cleanup.policy=delete",
                "needs compact");
    }

    private static void refused(JobStart start, String... quoted) {
        assertThatThrownBy(start::graph)
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(quoted);
    }
}
