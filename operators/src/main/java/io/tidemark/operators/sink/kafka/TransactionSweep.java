package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;

/**
 * Clears away what a job left open that does not run any more and will not be started again: the
 * transactions that block {@code read_committed} readers until they time out.
 *
 * <p>A job that starts again clears up by itself. Whoever sweeps must know which checkpoints are
 * still to be restored: a transaction of theirs that is aborted is lost to them.
 */
public final class TransactionSweep implements AutoCloseable {

    private final KafkaAnswers kafka;
    private final BrokerTransactions broker;

    private TransactionSweep(Admin admin, String servers) {
        this.kafka = new KafkaAnswers(admin, servers);
        this.broker = BrokerTransactions.through(admin, servers);
    }

    /**
     * An open transaction.
     *
     * @param id its transactional id
     * @param checkpoint the first checkpoint that could close it: an earlier one does not own it
     * @param since when it was begun, if the broker tells
     * @param partitions where its records stand
     */
    public record Open(
            String id, long checkpoint, Optional<Instant> since, Set<TopicPartition> partitions) {}

    /** A client with these properties, which waits 15 s for an answer unless they say otherwise. */
    public static TransactionSweep connect(Properties client) {
        Properties settings = new Properties();
        settings.setProperty(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        settings.setProperty(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "15000");
        settings.putAll(client);
        return new TransactionSweep(Admin.create(settings), BrokerTransactions.servers(client));
    }

    /**
     * What is open under a name, in the order of the checkpoints.
     *
     * @param name a job's name, which stands for all its sinks, or the prefix of one sink's
     *     transactional ids
     * @throws IOException if the broker does not answer
     */
    public List<Open> find(String name) throws IOException {
        Set<TransactionId> ids =
                broker.list(TransactionId.of(name), EnumSet.of(TransactionState.ONGOING)).keySet();
        Map<String, TransactionDescription> known =
                broker.describe(ids.stream().map(TransactionId::toString).toList());
        List<Open> open = new ArrayList<>();
        for (TransactionId id : ids) {
            TransactionDescription found = known.get(id.toString());
            if (found != null && found.state() == TransactionState.ONGOING) {
                open.add(
                        new Open(
                                id.toString(),
                                id.checkpoint(),
                                found.transactionStartTimeMs().isPresent()
                                        ? Optional.of(
                                                Instant.ofEpochMilli(
                                                        found.transactionStartTimeMs().getAsLong()))
                                        : Optional.empty(),
                                Set.copyOf(found.topicPartitions())));
            }
        }
        return open;
    }

    /**
     * Whether the broker remembers any transaction under a name, open or ended. It forgets an ended
     * one after {@code transactional.id.expiration.ms}, a week by default.
     *
     * @param name as in {@link #find}
     * @throws IOException if the broker does not answer
     */
    public boolean remembers(String name) throws IOException {
        return !broker.list(TransactionId.of(name), Set.of()).isEmpty();
    }

    /**
     * The prefixes under which transactions of the form that Flink's sinks give are open, whoever's
     * they are.
     *
     * @throws IOException if the broker does not answer
     */
    public SortedSet<String> openPrefixes() throws IOException {
        return broker.list(".+", EnumSet.of(TransactionState.ONGOING)).keySet().stream()
                .map(TransactionId::prefix)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Refuses to go on where a job is alive under the name.
     *
     * @param look for how long to look whether the transactions make progress
     * @throws io.tidemark.operators.sink.PreflightException if they do
     * @throws IOException if the broker does not answer
     */
    public void refuseAlive(String name, Duration look) throws IOException {
        new LiveTwin(kafka, broker, TransactionId.of(name), false)
                .refuse(
                        look,
                        "What it has open it is about to commit: stop that job first, and sweep what it leaves.");
    }

    /**
     * Aborts them; nobody can commit them any more.
     *
     * @throws IOException if the broker does not answer; some may be aborted
     */
    public void abort(Collection<Open> transactions) throws IOException {
        broker.fence(transactions.stream().map(Open::id).toList());
    }

    /**
     * The partitions of these transactions in which something else blocks readers, for whatever
     * reason, and they do not get on: before the same transaction throughout the look. Beside a
     * living writer readers always stand somewhere, but they get on with its checkpoints. A
     * partition that is not there any more has no readers.
     *
     * @param look how long to look, at most; shorter than a checkpoint interval of such a writer,
     *     it would be taken for one that hangs
     */
    public Set<TopicPartition> hiddenAfter(Collection<Open> transactions, Duration look) {
        Set<TopicPartition> partitions =
                transactions.stream()
                        .flatMap(open -> open.partitions().stream())
                        .collect(Collectors.toSet());
        Set<TopicPartition> ordered =
                new TreeSet<>(
                        Comparator.comparing(TopicPartition::topic)
                                .thenComparing(TopicPartition::partition));
        ordered.addAll(new ReadersView(kafka, broker).stuck(partitions, look));
        return ordered;
    }

    @Override
    public void close() {
        kafka.admin().close(Duration.ZERO);
    }
}
