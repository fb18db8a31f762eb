package io.tidemark.operators.sink.kafka;

import org.apache.flink.connector.kafka.sink.KafkaCommittable;

/**
 * A transaction that waits for its commit, and how many records stand in it, so that a loss has a
 * size.
 *
 * @param transaction what the connector commits; between writer and committer of one task it holds
 *     the producer that wrote it
 * @param records how many elements were written into it, or {@link #UNKNOWN}
 */
record CountedTransaction(KafkaCommittable transaction, long records) {

    /** The number of records of a transaction that was checkpointed before anybody counted. */
    static final long UNKNOWN = -1;

    boolean isCounted() {
        return records != UNKNOWN;
    }

    String id() {
        return transaction.getTransactionalId();
    }

    /** The checkpoint by its number, as far as the name tells it. */
    String checkpoint() {
        return TransactionId.parse(id())
                .map(id -> Long.toString(id.checkpoint()))
                .orElse("unknown");
    }
}
