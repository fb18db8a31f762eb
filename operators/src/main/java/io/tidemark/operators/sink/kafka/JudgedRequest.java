package io.tidemark.operators.sink.kafka;

import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.jspecify.annotations.Nullable;

/**
 * A request to commit, as the connector's committer sees it: refusals that say that a transaction
 * is no longer there are kept for a verdict; everything else passes.
 */
final class JudgedRequest implements CommitRequest<KafkaCommittable> {

    private final CommitRequest<CountedTransaction> request;
    private @Nullable Throwable refusal;

    JudgedRequest(CommitRequest<CountedTransaction> request) {
        this.request = request;
    }

    /** The request as Flink sees it. */
    CommitRequest<CountedTransaction> request() {
        return request;
    }

    /** Why the broker refused the commit, or null if it did not. */
    @Nullable Throwable refusal() {
        return refusal;
    }

    @Override
    public KafkaCommittable getCommittable() {
        return request.getCommittable().transaction();
    }

    @Override
    public int getNumberOfRetries() {
        return request.getNumberOfRetries();
    }

    @Override
    public void signalFailedWithKnownReason(Throwable reason) {
        refusal = reason;
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable reason) {
        if (saysThatItIsGone(reason)) {
            refusal = reason;
        } else {
            request.signalFailedWithUnknownReason(reason);
        }
    }

    /** Unknown to the connector, but a restart would only meet them again. */
    private static boolean saysThatItIsGone(Throwable reason) {
        return ExceptionUtils.findThrowable(
                        reason,
                        cause ->
                                cause instanceof InvalidPidMappingException
                                        || cause instanceof ProducerFencedException
                                        || cause instanceof InvalidProducerEpochException
                                        || cause instanceof InvalidTxnStateException
                                        || cause instanceof UnknownProducerIdException)
                .isPresent();
    }

    @Override
    public void retryLater() {
        request.retryLater();
    }

    @Override
    public void updateAndRetryLater(KafkaCommittable transaction) {
        request.updateAndRetryLater(
                new CountedTransaction(transaction, request.getCommittable().records()));
    }

    @Override
    public void signalAlreadyCommitted() {
        request.signalAlreadyCommitted();
    }
}
