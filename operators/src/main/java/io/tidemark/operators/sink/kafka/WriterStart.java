package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a writer makes sure of when it starts, before it writes: that it does not write again what
 * is visible already, and that nothing that nobody will commit stands before the readers.
 *
 * <p>A writer answers for the transactions of its own subtask, and for those of subtasks that no
 * longer are: by their number modulo the parallelism, so that each is answered for by one writer.
 *
 * <p>The numbers in the names start anew with each start without a checkpoint. So such a start
 * takes the names over: what an earlier life of the job committed under them is wiped out, or it
 * would pass for this life's in a later restore. For the same reason a start from an older
 * checkpoint that was allowed wipes out what is beyond it.
 */
final class WriterStart {

    private static final Logger LOG = LoggerFactory.getLogger(WriterStart.class);

    private final BrokerTransactions broker;
    private final String topic;
    private final boolean allowOlderCheckpoint;
    private final Set<String> prefixes;
    private final int subtask;
    private final int parallelism;
    private final boolean restored;
    private final long checkpoint;

    /**
     * Of one writer.
     *
     * @param prefixes the sink's own prefix first, then those that its restored state names
     * @param checkpoint the restored checkpoint, or 0
     */
    private WriterStart(
            BrokerTransactions broker,
            String topic,
            boolean allowOlderCheckpoint,
            Set<String> prefixes,
            int subtask,
            int parallelism,
            boolean restored,
            long checkpoint) {
        this.broker = broker;
        this.topic = topic;
        this.allowOlderCheckpoint = allowOlderCheckpoint;
        this.prefixes = prefixes;
        this.subtask = subtask;
        this.parallelism = parallelism;
        this.restored = restored;
        this.checkpoint = checkpoint;
    }

    static WriterStart of(
            BrokerTransactions broker,
            String topic,
            String prefix,
            boolean allowOlderCheckpoint,
            WriterInitContext context,
            Collection<KafkaWriterState> restoredState) {
        Set<String> prefixes = new LinkedHashSet<>(List.of(prefix));
        restoredState.forEach(state -> prefixes.add(state.getTransactionalIdPrefix()));
        return new WriterStart(
                broker,
                topic,
                allowOlderCheckpoint,
                prefixes,
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getNumberOfParallelSubtasks(),
                context.getRestoredCheckpointId().isPresent(),
                context.getRestoredCheckpointId().orElse(0));
    }

    /**
     * Refuses a checkpoint after which records of this sink are visible; comes before the
     * connector's own clearing up, which wipes out the evidence.
     *
     * <p>What a healthy restart finds beyond its checkpoint is open or aborted, never committed: a
     * transaction is committed only when a checkpoint at or beyond its number is complete, and then
     * Flink restores that one.
     *
     * @throws OlderCheckpointException if there are such records and this was not allowed
     * @throws IOException if the broker does not answer
     */
    void refuseOlderCheckpoint() throws IOException {
        if (!restored) {
            return;
        }
        Map<TransactionId, TransactionListing> visible =
                mine(broker.list(prefixes, BrokerTransactions.COMMITTED, checkpoint));
        if (visible.isEmpty()) {
            return;
        }
        TransactionId newest =
                visible.keySet().stream()
                        .reduce((one, other) -> one.checkpoint() > other.checkpoint() ? one : other)
                        .orElseThrow();
        if (allowOlderCheckpoint) {
            LOG.warn(
                    "Checkpoint {} is older than {}, whose records are visible in topic \"{}\" already (transaction {}): what"
                            + " came since is written twice, as --allow-older-checkpoint allows.",
                    checkpoint,
                    newest.checkpoint(),
                    topic,
                    newest);
            return;
        }
        throw new OlderCheckpointException(
                "checkpoint "
                        + checkpoint
                        + " is older than "
                        + newest.checkpoint()
                        + ", whose records are already visible in topic \""
                        + topic
                        + "\" (transaction "
                        + newest
                        + " is committed): they would be written twice. Restore checkpoint "
                        + newest.checkpoint()
                        + " or a newer one; or, to write all since checkpoint "
                        + checkpoint
                        + " once more, give --allow-older-checkpoint; or, for a copy of the job beside the first, give it another --name"
                        + " and other topics, and start it without this checkpoint");
    }

    /**
     * Aborts what nobody will commit and the connector's clearing up did not find, and takes the
     * names over where a new life begins; comes after the connector's own clearing up, which probes
     * name after name and stops at the first gap.
     *
     * @throws IOException if the broker does not answer
     */
    void clearUp() throws IOException {
        Set<TransactionState> states = EnumSet.of(TransactionState.ONGOING);
        if (!restored || allowOlderCheckpoint) {
            states.addAll(BrokerTransactions.COMMITTED);
        }
        Map<TransactionId, TransactionListing> left =
                mine(broker.list(prefixes, states, checkpoint));
        if (left.isEmpty()) {
            return;
        }
        broker.fence(left.keySet().stream().map(TransactionId::toString).toList());
        LOG.info(
                "Took over {} transaction ids of an earlier run, aborting what was open: {}{}.",
                left.size(),
                left.keySet().stream().limit(10).toList(),
                left.size() > 10 ? " and more" : "");
    }

    private Map<TransactionId, TransactionListing> mine(
            Map<TransactionId, TransactionListing> listed) {
        Map<TransactionId, TransactionListing> mine = new TreeMap<>(listed);
        mine.keySet().removeIf(id -> id.subtask() % parallelism != subtask);
        return mine;
    }
}
