package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.core.execution.CheckpointingMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What exactly-once delivery asks of Flink's settings and of the broker's limit: that something
 * commits, and that a transaction outlives whatever may come before its commit.
 */
final class DeliveryCheck {

    static final String BROKER_MAX_TRANSACTION_TIMEOUT = "transaction.max.timeout.ms";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryCheck.class);

    static final Duration CENTURY = Duration.ofDays(36_525);

    private DeliveryCheck() {}

    /**
     * Throws unless exactly-once delivery can hold; other guarantees need nothing.
     *
     * @param brokerMaxTransactionTimeout the least of all brokers, in milliseconds; asked only if
     *     it matters
     */
    static void of(
            KafkaOutput output,
            ReadableConfig flink,
            Duration restartAllowance,
            LongSupplier brokerMaxTransactionTimeout) {
        if (output.delivery() != DeliveryGuarantee.EXACTLY_ONCE) {
            return;
        }
        if (restartAllowance.isNegative() || restartAllowance.compareTo(CENTURY) > 0) {
            throw new IllegalArgumentException(
                    "restartAllowance="
                            + restartAllowance
                            + " is negative or beyond a century: give the time that a restart takes, such as 2 min");
        }
        refuseBatch(flink);
        Duration interval =
                flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                        .filter(set -> set.compareTo(Duration.ZERO) > 0)
                        .orElseThrow(
                                () ->
                                        new PreflightException(
                                                "exactly-once delivery needs checkpoints, but "
                                                        + CheckpointingOptions
                                                                .CHECKPOINTING_INTERVAL
                                                                .key()
                                                        + " is not set: nothing would ever be committed. Set it, or choose"
                                                        + " --delivery at-least-once"));
        if (flink.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                != CheckpointingMode.EXACTLY_ONCE) {
            throw new PreflightException(
                    "exactly-once delivery needs "
                            + CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key()
                            + "=EXACTLY_ONCE, but it is "
                            + flink.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE)
                            + ": set it, or choose --delivery at-least-once");
        }
        if (!flink.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH)) {
            throw new PreflightException(
                    "exactly-once delivery needs "
                            + CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key()
                            + "=true, but it is false: a run that comes to its end would never commit what it wrote last. Set it, or"
                            + " choose --delivery at-least-once");
        }
        if (flink.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION)
                == ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS) {
            LOG.warn(
                    "{} is not set: a job that fails, for example because a transaction timed out, leaves no checkpoint to go"
                            + " on from. Set DELETE_ON_CANCELLATION or RETAIN_ON_CANCELLATION.",
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key());
        }
        long timeout = output.transactionTimeout().toMillis();
        refuseAbove(brokerMaxTransactionTimeout.getAsLong(), timeout);
        TransactionLife.of(flink, longest(interval, flink), restartAllowance)
                .refuseWhatItOutlives(timeout);
    }

    private static void refuseBatch(ReadableConfig flink) {
        RuntimeExecutionMode mode = flink.get(ExecutionOptions.RUNTIME_MODE);
        if (mode != RuntimeExecutionMode.STREAMING) {
            throw new PreflightException(
                    "exactly-once delivery needs "
                            + ExecutionOptions.RUNTIME_MODE.key()
                            + "=STREAMING, but it is "
                            + mode
                            + ": in batch mode there are no checkpoints, and one transaction would be open for the whole run. Set it;"
                            + " a bounded input ends a streaming job, too");
        }
    }

    /** Of the interval and that which holds while a source reports a backlog. */
    private static Duration longest(Duration interval, ReadableConfig flink) {
        Duration during =
                flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG)
                        .orElse(interval);
        if (during.isZero()) {
            throw new PreflightException(
                    "exactly-once delivery needs checkpoints at any time, but "
                            + CheckpointingOptions.CHECKPOINTING_INTERVAL_DURING_BACKLOG.key()
                            + "=0 makes none while a source reports a backlog: a transaction would be open for as long. Take it"
                            + " away, or set an interval");
        }
        return during.compareTo(interval) > 0 ? during : interval;
    }

    private static void refuseAbove(long brokerMaximum, long timeout) {
        if (timeout > brokerMaximum) {
            throw new PreflightException(
                    "transaction.timeout.ms="
                            + timeout
                            + " exceeds the broker's "
                            + BROKER_MAX_TRANSACTION_TIMEOUT
                            + "="
                            + brokerMaximum
                            + ": lower --transaction-timeout or raise the broker's limit");
        }
    }
}
