package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.core.execution.CheckpointingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KafkaPreflightTest {

    private static final Duration RESTART = Duration.ofMinutes(2);
    private static final long BROKER_MAXIMUM = 900_000;

    @Test
    void acceptsATimeoutBetweenBothBoundsInclusive() {
        // From one checkpoint to the next 60 s + checkpoint timeout 60 s + restart 120 s.
        assertThatCode(() -> check(exactlyOnce(240_000), checkpointed()))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(exactlyOnce(900_000), checkpointed()))
                .doesNotThrowAnyException();
    }

    @Test
    void anExistingTopicMayTakeLargerMessagesButNoOtherPolicy() {
        assertThat(TopicPlan.satisfies("max.message.bytes", "9", "8")).isTrue();
        assertThat(TopicPlan.satisfies("max.message.bytes", "10", "9")).isTrue();
        assertThat(TopicPlan.satisfies("max.message.bytes", "8", "9")).isFalse();
        assertThat(TopicPlan.satisfies("max.message.bytes", "", "9")).isFalse();
        assertThat(TopicPlan.satisfies("cleanup.policy", "compact", "compact")).isTrue();
        assertThat(TopicPlan.satisfies("cleanup.policy", "compact,delete", "compact")).isFalse();
        assertThat(TopicPlan.satisfies("cleanup.policy", "compact,delete", "delete")).isFalse();
    }

    @Test
    void refusesATimeoutAboveTheBrokersMaximum() {
        assertThatThrownBy(() -> check(exactlyOnce(900_001), checkpointed()))
                .isInstanceOf(PreflightException.class)
                .hasMessage(
                        "transaction.timeout.ms=900001 exceeds the broker's transaction.max.timeout.ms=900000: lower --transaction-timeout or raise the broker's limit");
    }

    @Test
    void refusesATimeoutThatASlowCheckpointAndARestartOutlive() {
        assertThatThrownBy(() -> check(exactlyOnce(239_999), checkpointed()))
                .isInstanceOf(PreflightException.class)
                .hasMessage(
                        "transaction.timeout.ms=239999 is below 240000 = (1 + 0 tolerated failures) × 60000 from one checkpoint to"
                                + " the next (the longer of checkpoint interval 10000 and checkpoint timeout 60000 + min-pause 0)"
                                + " + checkpoint timeout 60000 + restart allowance 120000 ms: the broker would abort what a slow"
                                + " checkpoint is about to commit. Set execution.checkpointing.timeout to 59999 ms or less, or raise"
                                + " --transaction-timeout and with it the broker's transaction.max.timeout.ms");
    }

    /** It begins with the barrier of a checkpoint, which may then take its whole timeout. */
    @Test
    void countsTheCheckpointInWhichATransactionBegins() {
        Configuration large = new Configuration();
        large.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(1));
        large.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofSeconds(30));
        large.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(10));

        assertThatThrownBy(() -> check(exactlyOnce(900_000), large))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("is below 1350000 = ")
                .hasMessageContaining("execution.checkpointing.timeout to 375000 ms or less");
        large.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMillis(375_000));
        assertThatCode(() -> check(exactlyOnce(900_000), large)).doesNotThrowAnyException();
    }

    @Test
    void countsTheIntervalWhereCheckpointsAreRare() {
        Configuration rare = checkpointed();
        rare.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(5));

        assertThatCode(() -> check(exactlyOnce(480_000), rare)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(exactlyOnce(479_999), rare))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("is below 480000 = ")
                .hasMessageContaining("execution.checkpointing.timeout to 59999 ms or less");
        assertThatThrownBy(() -> check(exactlyOnce(300_000), rare))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining(
                        "Lower execution.checkpointing.interval, execution.checkpointing.min-pause or --restart-allowance, or raise");
    }

    /** Ten minutes of checkpoint timeout do not fit what a broker allows by default. */
    @Test
    void whoeverSetsOnlyAnIntervalIsToldWhatElseToSet() {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(10));

        assertThatThrownBy(() -> check(exactlyOnce(900_000), flink))
                .isInstanceOf(PreflightException.class)
                .hasMessageStartingWith("transaction.timeout.ms=900000 is below 1320000 = ")
                .hasMessageContaining("Set execution.checkpointing.timeout to 390000 ms or less");
    }

    @Test
    void countsTheCheckpointsThatMayFailBeforeOneCommits() {
        Configuration flink = checkpointed();
        flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 2);
        flink.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofSeconds(15));

        assertThatCode(() -> check(exactlyOnce(405_000), flink)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(exactlyOnce(404_999), flink))
                .isInstanceOf(PreflightException.class)
                .hasMessageStartingWith(
                        "transaction.timeout.ms=404999 is below 405000 = (1 + 2 tolerated failures) × 75000 ")
                .hasMessageContaining("lower execution.checkpointing.tolerable-failed-checkpoints");
    }

    @Test
    void toleratingEverythingOutlivesEveryTransaction() {
        Configuration flink = checkpointed();
        flink.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofDays(1_000_000));
        flink.set(
                CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS,
                Duration.ofSeconds(Long.MAX_VALUE));

        assertThatThrownBy(() -> check(exactlyOnce(900_000), flink))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("Lower execution.checkpointing.interval");
    }

    @Test
    void refusesExactlyOnceWhereTheLastResultsOfARunAreNotCommitted() {
        Configuration flink = checkpointed();
        flink.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);

        assertThatThrownBy(() -> check(exactlyOnce(300_000), flink))
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(
                        "execution.checkpointing.checkpoints-after-tasks-finish=true, but it is false",
                        "--delivery at-least-once");
    }

    @ParameterizedTest
    @EnumSource(names = {"BATCH", "AUTOMATIC"})
    void refusesExactlyOnceInBatchMode(RuntimeExecutionMode mode) {
        Configuration flink = checkpointed();
        flink.set(ExecutionOptions.RUNTIME_MODE, mode);

        assertThatThrownBy(() -> check(exactlyOnce(300_000), flink))
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(
                        "exactly-once delivery needs execution.runtime-mode=STREAMING, but it is "
                                + mode
                                + ": batch mode, which AUTOMATIC may choose,",
                        "one transaction would be open for the whole run");
    }

    /** Only some sources ever report one, and Kafka's never does. */
    @Test
    void anIntervalDuringABacklogIsWarnedOfByItsOwnKey() {
        Configuration flink = checkpointed();
        flink.set(
                CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG, Duration.ofMinutes(2));
        assertThat(warnings(exactlyOnce(300_000), flink)).isEmpty();

        flink.set(
                CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG, Duration.ofMinutes(30));
        assertThat(warnings(exactlyOnce(300_000), flink))
                .singleElement()
                .asString()
                .startsWith("execution.checkpointing.interval-during-backlog=30 min makes few ")
                .contains(
                        "while a source reports a backlog",
                        "transaction.timeout.ms=300000; the broker aborts it",
                        "Set 2 min or less")
                .doesNotContain("execution.checkpointing.interval ", "checkpointing.interval,");
    }

    @Test
    void noIntervalDuringABacklogIsWarnedOf() {
        Configuration flink = checkpointed();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG, Duration.ZERO);
        assertThat(warnings(exactlyOnce(300_000), flink))
                .singleElement()
                .asString()
                .startsWith("execution.checkpointing.interval-during-backlog=0 ms makes no ")
                .contains("while a source reports a backlog", "Set 2 min or less");
    }

    @Test
    void aJobThatLeavesNoCheckpointIsWarnedOf() {
        Configuration flink = checkpointed();
        flink.removeConfig(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION);
        assertThat(warnings(exactlyOnce(300_000), flink))
                .singleElement()
                .asString()
                .startsWith("execution.checkpointing.externalized-checkpoint-retention is not set");
    }

    @Test
    void refusesExactlyOnceWithoutCheckpoints() {
        assertThatThrownBy(() -> check(exactlyOnce(300_000), new Configuration()))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("execution.checkpointing.interval is not set");
        Configuration zero = checkpointed();
        zero.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ZERO);
        assertThatThrownBy(() -> check(exactlyOnce(300_000), zero))
                .isInstanceOf(PreflightException.class)
                .hasMessageContainingAll(
                        "execution.checkpointing.interval is not set", "--delivery at-least-once");
    }

    @Test
    void refusesExactlyOnceOverCheckpointsThatAreNot() {
        Configuration flink = checkpointed();
        flink.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.AT_LEAST_ONCE);
        assertThatThrownBy(() -> check(exactlyOnce(300_000), flink))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("execution.checkpointing.mode=EXACTLY_ONCE, but it is");
    }

    @Test
    void anAllowanceThatMillisecondsDoNotHoldIsRefused() {
        Duration allowance = Duration.ofSeconds(Long.MAX_VALUE);

        assertThatThrownBy(
                        () ->
                                DeliveryCheck.of(
                                        exactlyOnce(300_000),
                                        checkpointed(),
                                        allowance,
                                        () -> BROKER_MAXIMUM))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("restartAllowance=" + allowance);
    }

    @Test
    void asksNothingOfWhoPromisesNothing() {
        KafkaOutput output =
                new KafkaOutput(
                        new Properties(), DeliveryGuarantee.AT_LEAST_ONCE, "job", Duration.ZERO);
        assertThatCode(
                        () ->
                                DeliveryCheck.of(
                                        output,
                                        new Configuration(),
                                        RESTART,
                                        () -> {
                                            throw new AssertionError("the broker was asked");
                                        }))
                .doesNotThrowAnyException();
    }

    @Test
    void namesAnAddressThatIsNone() {
        assertThatThrownBy(() -> KafkaPreflight.connect(servers("localhost")))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("no Kafka broker answers at bootstrap.servers=localhost (")
                .hasMessageEndingWith("): check --bootstrap-servers and that the broker runs");
    }

    @Test
    @Timeout(45) // Kafka itself would wait for a minute
    void saysSoonThatNoBrokerAnswers() throws IOException {
        int free;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = closed.getLocalPort();
        }
        assertThatThrownBy(() -> KafkaPreflight.connect(servers("127.0.0.1:" + free)))
                .isInstanceOf(PreflightException.class)
                .hasMessageStartingWith(
                        "no Kafka broker answers at bootstrap.servers=127.0.0.1:" + free + " (");
    }

    private static void check(KafkaOutput output, Configuration flink) {
        DeliveryCheck.of(output, flink, RESTART, () -> BROKER_MAXIMUM);
    }

    private static List<String> warnings(KafkaOutput output, Configuration flink) {
        return DeliveryCheck.of(output, flink, RESTART, () -> BROKER_MAXIMUM);
    }

    private static KafkaOutput exactlyOnce(long timeoutMillis) {
        return new KafkaOutput(
                new Properties(),
                DeliveryGuarantee.EXACTLY_ONCE,
                "job",
                Duration.ofMillis(timeoutMillis));
    }

    private static Configuration checkpointed() {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(10));
        flink.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1));
        flink.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        return flink;
    }

    private static Properties servers(String servers) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", servers);
        return client;
    }
}
