package io.tidemark.operators.sink.kafka;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.kafka.clients.admin.TransactionDescription;

/**
 * What became of a transaction whose commit was refused, by what the broker knows of its name.
 *
 * <p>A name is used for one transaction of one producer, so the producer's id and epoch tell whose
 * transaction the broker's answer is about. A commit leaves them as they were, or one epoch higher:
 * from transaction version 2 on, the producer that wrote the transaction commits it with the newer
 * protocol, which moves the epoch at each end of a transaction; a committer that resumed it from a
 * checkpoint commits with the older one, which does not. (So a commit that is repeated after such a
 * move is refused as fenced, although nothing is lost.) An abort, be it by the timeout, leaves the
 * epoch the same or one higher as well. A producer that begins anew under the name moves the epoch
 * by one, or by two if it had to abort what was open, and wipes out how the transaction before
 * ended.
 *
 * @param verdict what became of it
 * @param evidence why, for a person
 */
record TransactionFate(Verdict verdict, String evidence) {

    /** What became of a transaction. */
    enum Verdict {
        /** Its records are visible, or will be whatever happens. */
        COMMITTED,
        /** Its records will never be visible. */
        LOST,
        /** The broker can't tell any more. */
        UNKNOWN,
        /** It can still be committed. */
        OPEN
    }

    /**
     * Judges.
     *
     * @param known what the broker knows of the name, or nothing
     */
    static TransactionFate of(
            KafkaCommittable transaction, Optional<TransactionDescription> known) {
        if (known.isEmpty()) {
            return new TransactionFate(
                    Verdict.UNKNOWN,
                    "the broker has forgotten its id, as it does after"
                            + " transactional.id.expiration.ms without use, and can't tell whether it was committed");
        }
        TransactionDescription found = known.get();
        int epochsAhead = found.producerEpoch() - transaction.getEpoch();
        if (found.producerId() != transaction.getProducerId()
                || epochsAhead < 0
                || epochsAhead > 1) {
            return overwritten(transaction, found);
        }
        return switch (found.state()) {
            case COMPLETE_COMMIT, PREPARE_COMMIT ->
                    new TransactionFate(Verdict.COMMITTED, describe(found));
            case COMPLETE_ABORT, PREPARE_ABORT, PREPARE_EPOCH_FENCE ->
                    new TransactionFate(Verdict.LOST, aborted(found));
            case ONGOING ->
                    epochsAhead == 0
                            ? new TransactionFate(Verdict.OPEN, describe(found))
                            : overwritten(transaction, found);
            case EMPTY ->
                    epochsAhead == 0
                            ? new TransactionFate(
                                    Verdict.LOST,
                                    "the broker knows its producer but nothing that was written in it")
                            : overwritten(transaction, found);
            case UNKNOWN -> new TransactionFate(Verdict.UNKNOWN, describe(found));
        };
    }

    private static TransactionFate overwritten(
            KafkaCommittable transaction, TransactionDescription found) {
        return new TransactionFate(
                Verdict.UNKNOWN,
                "it was fenced by another producer, which began anew under its id, so that the broker can't tell"
                        + " any more whether it was committed (it was producer "
                        + transaction.getProducerId()
                        + ", epoch "
                        + transaction.getEpoch()
                        + "; now "
                        + describe(found)
                        + "): look for a second job with the same name, or for a start from an older checkpoint");
    }

    /**
     * Nobody but the broker ends a transaction that waits for its commit and leaves its name as it
     * was, and it does so for one reason.
     */
    private static String aborted(TransactionDescription found) {
        OptionalLong begun = found.transactionStartTimeMs();
        return "it timed out: "
                + (begun.isPresent()
                        ? "begun at " + Instant.ofEpochMilli(begun.getAsLong()) + ", "
                        : "")
                + "it was not committed within transaction.timeout.ms="
                + found.transactionTimeoutMs()
                + ", and the broker aborted it ("
                + describe(found)
                + ")";
    }

    private static String describe(TransactionDescription found) {
        return "state "
                + found.state()
                + ", producer "
                + found.producerId()
                + ", epoch "
                + found.producerEpoch();
    }
}
