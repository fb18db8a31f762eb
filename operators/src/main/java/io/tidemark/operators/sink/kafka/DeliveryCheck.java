package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.CheckpointSettings;
import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.base.DeliveryGuarantee;

/**
 * What exactly-once delivery asks of Flink's settings and of the broker's limit: that something
 * commits, and that a transaction outlives whatever may come before its commit.
 */
final class DeliveryCheck {

    static final String BROKER_MAX_TRANSACTION_TIMEOUT = "transaction.max.timeout.ms";

    static final Duration CENTURY = Duration.ofDays(36_525);

    private DeliveryCheck() {}

    /**
     * Throws unless exactly-once delivery can hold; other guarantees need nothing. The answer is
     * what to warn of, a sentence or more each.
     *
     * @param brokerMaxTransactionTimeout the least of all brokers, in milliseconds; asked only if
     *     it matters
     */
    static List<String> of(
            KafkaOutput output,
            ReadableConfig flink,
            Duration restartAllowance,
            LongSupplier brokerMaxTransactionTimeout) {
        if (output.delivery() != DeliveryGuarantee.EXACTLY_ONCE) {
            return List.of();
        }
        if (restartAllowance.isNegative() || restartAllowance.compareTo(CENTURY) > 0) {
            throw new IllegalArgumentException(
                    "restartAllowance="
                            + restartAllowance
                            + " is negative or beyond a century: give the time that a restart takes, such as 2 min");
        }
        CheckpointSettings checkpoints =
                CheckpointSettings.askedBy(
                        flink, "exactly-once delivery", "or choose --delivery at-least-once");
        checkpoints.requireCommits("one transaction would be open for the whole run");
        long timeout = output.transactionTimeout().toMillis();
        refuseAbove(brokerMaxTransactionTimeout.getAsLong(), timeout);
        TransactionLife life = TransactionLife.of(flink, checkpoints.interval(), restartAllowance);
        life.refuseWhatItOutlives(timeout);

        List<String> warnings = new ArrayList<>();
        if (flink.get(CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION)
                == ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS) {
            warnings.add(
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION.key()
                            + " is not set: a job that fails, for example because a transaction timed out, leaves no checkpoint to go"
                            + " on from. Set DELETE_ON_CANCELLATION or RETAIN_ON_CANCELLATION");
        }
        checkpoints
                .warnOfFewDuringBacklog(
                        Duration.ofMillis(life.fittingInterval(timeout)),
                        "a transaction may then outlive transaction.timeout.ms="
                                + timeout
                                + "; the broker aborts it, and the job fails, again after each restart",
                        "raise --transaction-timeout and with it the broker's "
                                + BROKER_MAX_TRANSACTION_TIMEOUT)
                .ifPresent(warnings::add);
        return warnings;
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
