package io.tidemark.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckpointSettingsTest {

    private final Configuration flink =
            new Configuration()
                    .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(10));

    @Test
    void checkpointsThatCommitPass() {
        assertThatCode(() -> asked().requireCommits("it breaks")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(names = {"BATCH", "AUTOMATIC"})
    void whatMayBecomeBatchIsRefused(RuntimeExecutionMode mode) {
        flink.set(ExecutionOptions.RUNTIME_MODE, mode);
        assertRefused(
                "a pen needs execution.runtime-mode=STREAMING, but it is "
                        + mode
                        + ": batch mode, which AUTOMATIC may choose, makes no checkpoints, and it breaks."
                        + " Set STREAMING, where input may end, too, or take chalk");
    }

    @Test
    void noCheckpointsAreRefused() {
        flink.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        String refusal =
                "a pen needs checkpoints, but execution.checkpointing.interval is not set:"
                        + " nothing would be committed before the end of input. Set it, or take chalk";
        assertRefused(refusal);
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ZERO);
        assertRefused(refusal);
    }

    @Test
    void checkpointsThatRepeatAreRefused() {
        flink.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.AT_LEAST_ONCE);
        assertRefused(
                "a pen needs execution.checkpointing.mode=EXACTLY_ONCE, but it is AT_LEAST_ONCE:"
                        + " what is behind a barrier would be committed with it, and come again after a failure."
                        + " Set it, or take chalk");
    }

    @Test
    void noCheckpointAfterTheLastRecordIsRefused() {
        flink.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
        assertRefused(
                "a pen needs execution.checkpointing.checkpoints-after-tasks-finish=true, but it is"
                        + " false: a run whose input ends would never commit what it wrote last, and be"
                        + " finished all the same. Set it, or take chalk");
    }

    @Test
    void whoeverHasNothingElseToOfferOffersNothing() {
        flink.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        assertThatThrownBy(
                        () ->
                                CheckpointSettings.askedBy(flink, "a pen", "")
                                        .requireCommits("it breaks"))
                .hasMessageEndingWith(". Set it");
    }

    @Test
    void noCheckpointsAreWarnedOfButInBatchMode() {
        assertThat(asked().warnOfNone("it smears")).isEmpty();
        flink.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        assertThat(asked().warnOfNone("it smears"))
                .contains(
                        "a pen runs without checkpoints, for execution.checkpointing.interval is"
                                + " not set: it smears. Set it, or, if all input ends,"
                                + " execution.runtime-mode=BATCH, or take chalk");
        flink.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.AUTOMATIC);
        assertThat(asked().warnOfNone("it smears")).isPresent();
        flink.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        assertThat(asked().warnOfNone("it smears")).isEmpty();
    }

    @Test
    void noCheckpointsDuringABacklogAreWarnedOf() {
        assertThat(asked().warnOfNoneDuringBacklog("it drips", "wait")).isEmpty();
        duringBacklog(Duration.ofDays(1));
        assertThat(asked().warnOfNoneDuringBacklog("it drips", "wait")).isEmpty();
        duringBacklog(Duration.ZERO);
        assertThat(asked().warnOfNoneDuringBacklog("it drips", "wait"))
                .contains(
                        "execution.checkpointing.interval-during-backlog=0 ms makes no checkpoints"
                                + " while a source reports a backlog, which HybridSource and sources of"
                                + " change data capture may do, and KafkaSource never does: it drips."
                                + " Set an interval for a job whose sources may, or wait");
    }

    @Test
    void fewCheckpointsDuringABacklogAreWarnedOf() {
        Duration longest = Duration.ofMinutes(30);
        assertThat(asked().warnOfFewDuringBacklog(longest, "it drips", "wait")).isEmpty();
        duringBacklog(longest);
        assertThat(asked().warnOfFewDuringBacklog(longest, "it drips", "wait")).isEmpty();
        duringBacklog(longest.plusMillis(1));
        assertThat(asked().warnOfFewDuringBacklog(longest, "it drips", "wait"))
                .get()
                .asString()
                .startsWith("execution.checkpointing.interval-during-backlog=1800001 ms makes few")
                .endsWith(": it drips. Set 30 min or less for a job whose sources may, or wait");
        duringBacklog(Duration.ZERO);
        assertThat(asked().warnOfFewDuringBacklog(longest, "it drips", "wait"))
                .get()
                .asString()
                .contains("=0 ms makes no checkpoints", "Set 30 min or less");
    }

    private void duringBacklog(Duration interval) {
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG, interval);
    }

    private CheckpointSettings asked() {
        return CheckpointSettings.askedBy(flink, "a pen", "or take chalk");
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> asked().requireCommits("it breaks"))
                .isInstanceOf(PreflightException.class)
                .hasMessage(message);
    }
}
