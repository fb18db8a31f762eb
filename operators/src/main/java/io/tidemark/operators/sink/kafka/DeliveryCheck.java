package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.flink.configuration.CheckpointingOptions;
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

    private static final Duration LONGEST_ALLOWANCE = Duration.ofDays(36_525);

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
        if (restartAllowance.isNegative() || restartAllowance.compareTo(LONGEST_ALLOWANCE) > 0) {
            throw new IllegalArgumentException(
                    "restartAllowance="
                            + restartAllowance
                            + " is negative or beyond a century: give the time that a restart takes, such as 2 min");
        }
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
        if (flink.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION)
                == ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS) {
            LOG.warn(
                    "{} is not set: a job that fails, for example because a transaction timed out, leaves no checkpoint to go"
                            + " on from. Set DELETE_ON_CANCELLATION or RETAIN_ON_CANCELLATION.",
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key());
        }
        long timeout = output.transactionTimeout().toMillis();
        refuseAbove(brokerMaxTransactionTimeout.getAsLong(), timeout);
        refuseWhatIsOutlived(timeout, flink, interval.toMillis(), restartAllowance.toMillis());
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

    /**
     * A transaction begins with a checkpoint and ends with the next that succeeds; those that may
     * fail before it follow each other no faster than their timeout and the pause after it.
     */
    private static void refuseWhatIsOutlived(
            long timeout, ReadableConfig flink, long interval, long restartAllowance) {
        String failures = "";
        long checkpointTimeout = flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT).toMillis();
        long needed = interval + checkpointTimeout + restartAllowance;
        int tolerated = flink.get(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER);
        if (tolerated > 0) {
            long pause = flink.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS).toMillis();
            long attempt = checkpointTimeout + Math.max(interval, pause);
            needed += attempt * tolerated;
            failures = " + " + tolerated + " tolerated failures of " + attempt;
        }
        if (timeout < needed) {
            throw new PreflightException(
                    "transaction.timeout.ms="
                            + timeout
                            + " is below "
                            + needed
                            + " = checkpoint interval "
                            + interval
                            + " + checkpoint timeout "
                            + checkpointTimeout
                            + failures
                            + " + restart allowance "
                            + restartAllowance
                            + " ms: the broker would abort what a slow checkpoint is about to commit. Raise --transaction-timeout, or lower "
                            + CheckpointingOptions.CHECKPOINTING_TIMEOUT.key()
                            + (tolerated > 0
                                    ? " or " + CheckpointingOptions.TOLERABLE_FAILURE_NUMBER.key()
                                    : ""));
        }
    }
}
