package io.tidemark.operators.sink.kafka;

import java.util.List;
import java.util.stream.Collectors;

/** How a loss is told to people: what, how much, how it came about, and what they can do. */
final class LossReport {

    /** What is told one by one; of more, only the number. */
    private static final int TOLD = 5;

    private final String topic;

    LossReport(String topic) {
        this.topic = topic;
    }

    /** A transaction that is lost, by what was found, and the broker's refusal to commit it. */
    record Loss(CountedTransaction transaction, TransactionFate fate, Throwable refusal) {}

    /** One loss in one sentence. */
    String sentence(Loss loss) {
        CountedTransaction transaction = loss.transaction();
        return "Transaction "
                + transaction.id()
                + " of checkpoint "
                + transaction.checkpoint()
                + " with "
                + records(transaction.records(), transaction.isCounted())
                + " for topic \""
                + topic
                + "\" "
                + (loss.fate().verdict() == TransactionFate.Verdict.UNKNOWN
                        ? "counts as lost, though this is not certain: "
                        : "is lost: ")
                + loss.fate().evidence()
                + ".";
    }

    /** The exception that fails the job; there is one loss or more. */
    LostTransactionsException failure(List<Loss> losses) {
        List<CountedTransaction> lost = losses.stream().map(Loss::transaction).toList();
        long records =
                lost.stream()
                        .filter(CountedTransaction::isCounted)
                        .mapToLong(CountedTransaction::records)
                        .sum();
        boolean counted = lost.stream().allMatch(CountedTransaction::isCounted);
        String told =
                losses.stream().limit(TOLD).map(this::sentence).collect(Collectors.joining(" "));
        return new LostTransactionsException(
                "topic \""
                        + topic
                        + "\": "
                        + records(records, counted)
                        + " in "
                        + (losses.size() == 1 ? "1 transaction" : losses.size() + " transactions")
                        + " of a completed checkpoint could not be committed. "
                        + told
                        + (losses.size() > TOLD ? " And " + (losses.size() - TOLD) + " more." : "")
                        + " To go on without them, restore this job's newest checkpoint with --lost-transactions=count. To have"
                        + " them written again, restore a checkpoint from before them with --allow-older-checkpoint: what"
                        + " other transactions made visible since then comes twice. Either way, raise --transaction-timeout and"
                        + " --restart-allowance above the longest time from a record to its commit",
                losses.get(0).refusal());
    }

    private static String records(long number, boolean counted) {
        if (!counted) {
            return number > 0 ? "more than " + number + " records" : "an unknown number of records";
        }
        return number == 1 ? "1 record" : number + " records";
    }
}
