package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.kafka.clients.admin.TransactionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a writer makes sure of when it starts, before it writes: that the job does not write again
 * what is visible already, and that nothing that nobody will commit stands before the readers.
 *
 * <p>Whether to refuse is judged by all subtasks of all sinks of the job, so that all of them
 * refuse: one that went on would abort what a newer checkpoint, the one to be restored instead,
 * still has to commit. Clearing up is shared out: a writer answers for the transactions of its own
 * subtask, and for those of subtasks that no longer are, by their number modulo the parallelism. Of
 * a name that the sink had earlier, any writer that knows it clears up all: which writers know it
 * is up to how Flink dealt the state out.
 *
 * <p>The numbers in the names start anew with each start without a checkpoint. So such a start
 * takes the names over: what an earlier life of the job committed under them is wiped out, or it
 * would pass for this life's in a later restore. For the same reason a start from an older
 * checkpoint that was allowed wipes out what is beyond it.
 *
 * <p>A writer without transactions is never refused, for its records may come twice. But a life of
 * the job with transactions may have been before it, and may come after it: so it clears up like
 * one whose older checkpoint was allowed.
 */
final class WriterStart {

    private static final Logger LOG = LoggerFactory.getLogger(WriterStart.class);

    private final BrokerTransactions broker;
    private final String topic;
    private final SinkPrefixes prefixes;
    private final boolean allowOlderCheckpoint;
    private final TaskInfo task;
    private final boolean restored;
    private final long checkpoint;
    private final Collection<KafkaWriterState> restoredState;

    private WriterStart(
            BrokerTransactions broker,
            String topic,
            SinkPrefixes prefixes,
            boolean allowOlderCheckpoint,
            WriterInitContext context,
            Collection<KafkaWriterState> restoredState) {
        this.broker = broker;
        this.topic = topic;
        this.prefixes = prefixes;
        this.allowOlderCheckpoint = allowOlderCheckpoint;
        this.task = context.getTaskInfo();
        this.restored = context.getRestoredCheckpointId().isPresent();
        this.checkpoint = context.getRestoredCheckpointId().orElse(0);
        this.restoredState = restoredState;
    }

    /** Of one writer. */
    static WriterStart of(
            BrokerTransactions broker,
            String topic,
            SinkPrefixes prefixes,
            boolean allowOlderCheckpoint,
            WriterInitContext context,
            Collection<KafkaWriterState> restoredState) {
        return new WriterStart(
                broker, topic, prefixes, allowOlderCheckpoint, context, restoredState);
    }

    /**
     * Refuses a checkpoint after which records of this job are visible; comes before the
     * connector's own clearing up, which wipes out the evidence.
     *
     * <p>What a restart finds beyond its checkpoint is open or aborted, but in one case never
     * committed: a transaction is committed only when a checkpoint at or beyond its number is
     * complete, and then Flink restores that one. The case is the savepoint of a stop: the tasks
     * commit, but for Flink it is not the newest checkpoint. When the stop is interrupted after
     * some of them have, be it by the loss of the JobManager, and the job is restored from the last
     * checkpoint, that is an older one, and is refused as such. The savepoint is whole, and is to
     * be restored.
     *
     * @throws OlderCheckpointException if there are such records and this was not allowed
     * @throws IOException if the broker does not answer
     */
    void refuseOlderCheckpoint() throws IOException {
        if (!restored) {
            return;
        }
        Optional<TransactionId> beyond =
                broker
                        .list(prefixes.ofJob(), BrokerTransactions.COMMITTED, checkpoint)
                        .keySet()
                        .stream()
                        .max(
                                Comparator.comparingLong(TransactionId::checkpoint)
                                        .thenComparing(id -> id.prefix().equals(prefixes.own())));
        if (beyond.isPresent()) {
            refuse(older(beyond.get()));
            return;
        }
        Optional<TransactionId> usedAgain = usedAgain();
        if (usedAgain.isPresent()) {
            refuse(usedAgain(usedAgain.get()));
        }
    }

    /**
     * A transaction that has the number of the checkpoint, is committed, and was empty when the
     * checkpoint was taken. So the name was used again: the job crashed after this savepoint, went
     * on from an older checkpoint, and committed other records under it, which would be written
     * twice. One that was not empty then needs no look here, as its commit is refused.
     */
    private Optional<TransactionId> usedAgain() throws IOException {
        Set<String> empty = new TreeSet<>();
        for (KafkaWriterState state : restoredState) {
            if (state.getOwnedSubtaskId() != KafkaWriterState.UNKNOWN) {
                empty.add(
                        new TransactionId(
                                        state.getTransactionalIdPrefix(),
                                        state.getOwnedSubtaskId(),
                                        checkpoint)
                                .toString());
            }
        }
        restoredState.forEach(
                state ->
                        state.getPrecommittedTransactionalIds()
                                .forEach(waiting -> empty.remove(waiting.getTransactionalId())));
        return broker.describe(empty).entrySet().stream()
                .filter(found -> BrokerTransactions.COMMITTED.contains(found.getValue().state()))
                .findFirst()
                .flatMap(found -> TransactionId.parse(found.getKey()));
    }

    private void refuse(String why) {
        if (!allowOlderCheckpoint) {
            throw new OlderCheckpointException(
                    why
                            + "; or, to write all since checkpoint "
                            + checkpoint
                            + " once more, give --allow-older-checkpoint; or, for a copy of the job beside the first, give it another --name"
                            + " and other topics, and start it without this checkpoint");
        }
        LOG.warn("--allow-older-checkpoint lets records be written twice: {}.", why);
    }

    private String older(TransactionId newest) {
        return "checkpoint "
                + checkpoint
                + " is older than "
                + newest.checkpoint()
                + ", whose records are already visible in "
                + place(newest)
                + " (transaction "
                + newest
                + " is committed): they would be written twice. Restore checkpoint "
                + newest.checkpoint()
                + " or a newer one (it may be the savepoint of a stop that was interrupted: the answer to the stop or the"
                + " JobManager's log names its path)";
    }

    private String usedAgain(TransactionId name) {
        return "checkpoint "
                + checkpoint
                + " is a savepoint after which the job went back to an older checkpoint and wrote other records, which are"
                + " already visible in "
                + place(name)
                + " (transaction "
                + name
                + " was empty in this savepoint, and is committed): they would be written twice. Restore a checkpoint that was"
                + " taken after the job had gone back";
    }

    private String place(TransactionId id) {
        return prefixes.own().equals(id.prefix()) || prefixes.earlier().contains(id.prefix())
                ? "topic \"" + topic + '"'
                : "the output of another sink of this job";
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
        Set<String> here = new TreeSet<>(prefixes.earlier());
        here.add(prefixes.own());
        List<TransactionId> left =
                broker.list(here, states, checkpoint).keySet().stream()
                        .filter(this::isToBeClearedHere)
                        .toList();
        if (left.isEmpty()) {
            return;
        }
        broker.fence(left.stream().map(TransactionId::toString).toList());
        LOG.info(
                "Took over {} transaction ids of an earlier run, aborting what was open: {}{}.",
                left.size(),
                left.stream().limit(10).toList(),
                left.size() > 10 ? " and more" : "");
    }

    private boolean isToBeClearedHere(TransactionId id) {
        return !id.prefix().equals(prefixes.own())
                || id.subtask() % task.getNumberOfParallelSubtasks()
                        == task.getIndexOfThisSubtask();
    }
}
