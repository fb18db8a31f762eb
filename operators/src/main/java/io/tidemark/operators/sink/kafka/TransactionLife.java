package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * How long a transaction may be open before it is committed; all in milliseconds.
 *
 * <p>It begins when the barrier of a checkpoint passes the sink, which may be at the very start of
 * that checkpoint, and ends with the next checkpoint that succeeds. From the start of one
 * checkpoint to that of the next passes the interval, or longer where the checkpoint takes its
 * timeout and the pause after it is kept. Each failure that is tolerated adds as much; then the
 * checkpoint that succeeds may take its timeout, and a crash in its last moment a restart.
 * Checkpoints that Flink gives up without counting them as failures are not in it.
 *
 * @param interval between the starts of two checkpoints
 * @param timeout of one checkpoint
 * @param pause between the end of one checkpoint and the start of the next, at the least
 * @param tolerated how many failures in a row do not restart the job
 * @param restartAllowance how long a crash and the restart after it may take
 */
record TransactionLife(
        long interval, long timeout, long pause, int tolerated, long restartAllowance) {

    private static final long LONGEST = Long.MAX_VALUE / 4;

    /** By Flink's settings; what is longer than a century counts as one. */
    static TransactionLife of(ReadableConfig flink, Duration interval, Duration restartAllowance) {
        return new TransactionLife(
                millis(interval),
                millis(flink.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT)),
                millis(flink.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS)),
                flink.get(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER),
                millis(restartAllowance));
    }

    /**
     * Refuses a transaction that the broker would abort while the job may still commit it.
     *
     * @param transactionTimeout after how long the broker aborts
     * @throws PreflightException if it is shorter than a life may be
     */
    void refuseWhatItOutlives(long transactionTimeout) {
        if (transactionTimeout >= longest()) {
            return;
        }
        throw new PreflightException(
                "transaction.timeout.ms="
                        + transactionTimeout
                        + " is below "
                        + longest()
                        + " = (1 + "
                        + tolerated
                        + " tolerated failures) × "
                        + toTheNext()
                        + " from one checkpoint to the next (the longer of checkpoint interval "
                        + interval
                        + " and checkpoint timeout "
                        + timeout
                        + " + min-pause "
                        + pause
                        + ") + checkpoint timeout "
                        + timeout
                        + " + restart allowance "
                        + restartAllowance
                        + " ms: the broker would abort what a slow checkpoint is about to commit. "
                        + advice(transactionTimeout));
    }

    private String advice(long transactionTimeout) {
        long fitting = fittingTimeout(transactionTimeout);
        return (fitting > 0
                        ? "Set "
                                + CheckpointingOptions.CHECKPOINTING_TIMEOUT.key()
                                + " to "
                                + fitting
                                + " ms or less"
                        : "Lower "
                                + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                                + ", "
                                + CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS.key()
                                + " or --restart-allowance")
                + (tolerated > 0
                        ? ", lower " + CheckpointingOptions.TOLERABLE_FAILURE_NUMBER.key()
                        : "")
                + ", or raise --transaction-timeout and with it the broker's "
                + DeliveryCheck.BROKER_MAX_TRANSACTION_TIMEOUT;
    }

    /** The longest that a transaction may be open. */
    private long longest() {
        return beforeTheLast(toTheNext()) + timeout + restartAllowance;
    }

    private long toTheNext() {
        return Math.max(interval, timeout + pause);
    }

    /** For the checkpoint in which it begins, and for each that fails. */
    private long beforeTheLast(long each) {
        long checkpoints = 1L + tolerated;
        return each > LONGEST / checkpoints ? LONGEST : each * checkpoints;
    }

    /** The longest checkpoint timeout with which all would fit; not positive if there is none. */
    private long fittingTimeout(long transactionTimeout) {
        long checkpoints = transactionTimeout - restartAllowance;
        long byPause = (checkpoints - beforeTheLast(pause)) / (2L + tolerated);
        long byInterval = checkpoints - beforeTheLast(interval);
        return Math.min(byPause, byInterval);
    }

    /**
     * The longest interval with which all would fit; no shorter than this one if that does.
     *
     * @param transactionTimeout after how long the broker aborts
     */
    long fittingInterval(long transactionTimeout) {
        return (transactionTimeout - timeout - restartAllowance) / (1L + tolerated);
    }

    /** Sums of such are far from what a long holds; no broker allows a transaction of a century. */
    private static long millis(Duration duration) {
        return duration.compareTo(DeliveryCheck.CENTURY) > 0
                ? DeliveryCheck.CENTURY.toMillis()
                : duration.toMillis();
    }
}
