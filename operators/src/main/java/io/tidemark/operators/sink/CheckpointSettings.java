package io.tidemark.operators.sink;

import java.time.Duration;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.util.TimeUtils;

/**
 * What sinks ask of Flink's runtime mode and checkpoints before a job runs: each question once,
 * whatever the sink writes to.
 *
 * <p>It is public for the rooms of the sinks alone, and theirs to change.
 */
@Internal
public final class CheckpointSettings {

    private static final String NO_INTERVAL =
            CheckpointingOptions.CHECKPOINTING_INTERVAL.key() + " is not set";

    private static final ConfigOption<Duration> DURING_BACKLOG =
            CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG;

    private final ReadableConfig flink;
    private final String sink;
    private final String alternative;

    private CheckpointSettings(ReadableConfig flink, String sink, String alternative) {
        this.flink = flink;
        this.sink = sink;
        this.alternative = alternative;
    }

    /**
     * The settings, as a sink asks for them.
     *
     * @param flink the settings that the job runs with
     * @param sink what asks, as a sentence may begin with it, such as "a ledgered sink"
     * @param alternative what else may be done than to set what is asked for, as a sentence may go
     *     on with it after a comma; empty if nothing
     */
    public static CheckpointSettings askedBy(
            ReadableConfig flink, String sink, String alternative) {
        return new CheckpointSettings(flink, sink, alternative.isEmpty() ? "" : ", " + alternative);
    }

    /**
     * Asks for what a sink needs that commits with checkpoints: streaming mode, and checkpoints
     * that are made, are exactly-once, and come also after the last record.
     *
     * @param inBatch what would become of it in batch mode, where there are no checkpoints
     * @throws PreflightException if one of them is not there
     */
    public void requireCommits(String inBatch) {
        RuntimeExecutionMode runtime = flink.get(ExecutionOptions.RUNTIME_MODE);
        if (runtime != RuntimeExecutionMode.STREAMING) {
            throw refusal(
                    ExecutionOptions.RUNTIME_MODE.key() + "=STREAMING, but it is " + runtime,
                    "batch mode, which AUTOMATIC may choose, makes no checkpoints, and " + inBatch,
                    "Set STREAMING, where input may end, too");
        }
        if (interval().isZero()) {
            throw refusal(
                    "checkpoints, but " + NO_INTERVAL,
                    "nothing would be committed before the end of input",
                    "Set it");
        }
        CheckpointingMode mode = flink.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE);
        if (mode != CheckpointingMode.EXACTLY_ONCE) {
            throw refusal(
                    CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
                            + "=EXACTLY_ONCE, but it is "
                            + mode,
                    "what is behind a barrier would be committed with it, and come again after a"
                            + " failure",
                    "Set it");
        }
        if (!flink.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)) {
            throw refusal(
                    CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key()
                            + "=true, but it is false",
                    "a run whose input ends would never commit what it wrote last, and be finished"
                            + " all the same",
                    "Set it");
        }
    }

    /** The checkpoint interval; zero where no checkpoints are made. */
    public Duration interval() {
        return flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                .filter(set -> !set.isNegative())
                .orElse(Duration.ZERO);
    }

    /**
     * A warning where no checkpoints are made, though the job may not be in batch mode.
     *
     * @param otherwise what may happen without them
     */
    public Optional<String> warnOfNone(String otherwise) {
        if (flink.get(ExecutionOptions.RUNTIME_MODE) == RuntimeExecutionMode.BATCH
                || !interval().isZero()) {
            return Optional.empty();
        }
        return Optional.of(
                sink
                        + " runs without checkpoints, for "
                        + NO_INTERVAL
                        + ": "
                        + otherwise
                        + ". Set it, or, if all input ends, "
                        + ExecutionOptions.RUNTIME_MODE.key()
                        + "=BATCH"
                        + alternative);
    }

    /**
     * A warning where no checkpoints are made while a source reports a backlog. Whether one ever
     * does is not known before it runs, and many never do, so it is no reason to refuse.
     *
     * @param otherwise what may happen then
     * @param instead what else may be done than to set it
     */
    public Optional<String> warnOfNoneDuringBacklog(String otherwise, String instead) {
        return flink.getOptional(DURING_BACKLOG)
                .filter(Duration::isZero)
                .map(none -> duringBacklog(none, otherwise, "Set an interval", instead));
    }

    /**
     * A warning where fewer checkpoints are made than a sink can bear while a source reports a
     * backlog, or none.
     *
     * @param longest the longest interval that it can bear
     * @param otherwise what may happen beyond
     * @param instead what else may be done than to set it
     */
    public Optional<String> warnOfFewDuringBacklog(
            Duration longest, String otherwise, String instead) {
        return flink.getOptional(DURING_BACKLOG)
                .filter(interval -> interval.isZero() || interval.compareTo(longest) > 0)
                .map(
                        few ->
                                duringBacklog(
                                        few,
                                        otherwise,
                                        "Set "
                                                + TimeUtils.formatWithHighestUnit(longest)
                                                + " or less",
                                        instead));
    }

    private static String duringBacklog(
            Duration interval, String otherwise, String advice, String instead) {
        return DURING_BACKLOG.key()
                + "="
                + TimeUtils.formatWithHighestUnit(interval)
                + " makes "
                + (interval.isZero() ? "no" : "few")
                + " checkpoints while a source reports a backlog, which HybridSource and sources of"
                + " change data capture may do, and KafkaSource never does: "
                + otherwise
                + ". "
                + advice
                + " for a job whose sources may, or "
                + instead;
    }

    private PreflightException refusal(String needs, String otherwise, String advice) {
        return new PreflightException(
                sink + " needs " + needs + ": " + otherwise + ". " + advice + alternative);
    }
}
