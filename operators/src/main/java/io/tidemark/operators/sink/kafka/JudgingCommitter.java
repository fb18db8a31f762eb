package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connector's committer, whose refusals do not pass in silence: the broker is asked what became
 * of each refused transaction, and a loss is counted and, unless it is to be borne, fails the job.
 *
 * <p>All of a checkpoint's transactions are tried before the job fails for a loss: one that is lost
 * takes no other with it. Where a commit neither succeeds nor is refused, because the broker does
 * not answer, say, the attempt ends there; the restart tries the rest.
 *
 * <p>What the broker has forgotten counts as lost, since nobody can tell. So a checkpoint that is
 * older than {@code transactional.id.expiration.ms}, a week by default, fails when it is restored,
 * though all of it may have been committed in time.
 */
final class JudgingCommitter implements Committer<CountedTransaction> {

    private static final Logger LOG = LoggerFactory.getLogger(JudgingCommitter.class);

    private final Committer<KafkaCommittable> committer;
    private final Properties client;
    private final LossReport report;
    private final LostTransactions policy;
    private final Counter lostTransactions;
    private final Counter lostRecords;
    private @Nullable BrokerTransactions broker;

    JudgingCommitter(
            Committer<KafkaCommittable> committer,
            Properties client,
            String topic,
            LostTransactions policy,
            MetricGroup metrics) {
        this.committer = committer;
        this.client = client;
        this.report = new LossReport(topic);
        this.policy = policy;
        this.lostTransactions = metrics.counter("lostTransactions");
        this.lostRecords = metrics.counter("lostRecords");
    }

    /**
     * Commits.
     *
     * @throws LostTransactionsException if some are lost and the policy is to fail
     * @throws IOException if a commit was refused and the broker does not say what became of it; a
     *     restart asks again
     */
    @Override
    public void commit(Collection<CommitRequest<CountedTransaction>> requests)
            throws IOException, InterruptedException {
        List<JudgedRequest> judged = new ArrayList<>();
        requests.forEach(request -> judged.add(new JudgedRequest(request)));
        committer.commit(List.copyOf(judged));

        List<LossReport.Loss> losses = new ArrayList<>();
        for (JudgedRequest request : judged) {
            Throwable refusal = request.refusal();
            if (refusal != null) {
                judge(request.request(), refusal, losses);
            }
        }
        if (!losses.isEmpty() && policy == LostTransactions.FAIL) {
            throw report.failure(losses);
        }
    }

    private void judge(
            CommitRequest<CountedTransaction> request,
            Throwable refusal,
            List<LossReport.Loss> losses)
            throws IOException {
        CountedTransaction transaction = request.getCommittable();
        TransactionFate fate =
                TransactionFate.of(transaction.transaction(), broker().describe(transaction.id()));
        switch (fate.verdict()) {
            case COMMITTED -> {
                LOG.info(
                        "Transaction {} had been committed before ({}): nothing is lost.",
                        transaction.id(),
                        fate.evidence());
                request.signalAlreadyCommitted();
            }
            case OPEN -> request.signalFailedWithUnknownReason(refusal);
            case LOST, UNKNOWN -> {
                lostTransactions.inc();
                if (transaction.isCounted()) {
                    lostRecords.inc(transaction.records());
                }
                LossReport.Loss loss = new LossReport.Loss(transaction, fate, refusal);
                losses.add(loss);
                if (policy == LostTransactions.COUNT) {
                    LOG.error("{} The job goes on without it.", report.sentence(loss), refusal);
                    request.signalFailedWithKnownReason(refusal);
                }
            }
        }
    }

    private BrokerTransactions broker() {
        if (broker == null) {
            broker = BrokerTransactions.connect(client);
        }
        return broker;
    }

    /** Closes, come what may: what is not committed yet, the next attempt commits. */
    @Override
    public void close() {
        Closing.orTell(
                "The committer has not closed as it should; no transaction is lost by that.",
                committer,
                broker);
    }
}
