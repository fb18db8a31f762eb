package io.tidemark.operators.sink.kafka;

/**
 * What becomes of a job whose checkpoint stands while a transaction of it does not: the records in
 * it were computed and will never be visible.
 *
 * <p>Either way they are counted: {@code lostTransactions} and {@code lostRecords} in the metrics
 * of the sink's committer. A counter lives no longer than its task, so of a job that fails hardly
 * any scrape sees it; its numbers are in the exception and in the log.
 */
public enum LostTransactions {
    /**
     * The job fails for good, with an exception that names topic, transaction, checkpoint and
     * number of records. A restart would not bring them back, so none is tried; the checkpoint
     * stays where Flink is set to retain it.
     */
    FAIL,
    /** The job goes on without them. */
    COUNT
}
