package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTransactionsResult;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * What the broker knows of transactions, asked by their names.
 *
 * <p>Needs a broker of 3.0 or newer; one of 4.1 or newer does the filtering itself. Whoever may
 * write with a transactional id may also ask for it and fence it: no further right is needed.
 */
final class BrokerTransactions implements AutoCloseable {

    /** States in which the records are visible, or will be whatever happens. */
    static final Set<TransactionState> COMMITTED =
            Set.of(TransactionState.PREPARE_COMMIT, TransactionState.COMPLETE_COMMIT);

    /** States in which readers stand before the transaction. */
    static final Set<TransactionState> OPEN =
            Set.of(
                    TransactionState.ONGOING,
                    TransactionState.PREPARE_COMMIT,
                    TransactionState.PREPARE_ABORT,
                    TransactionState.PREPARE_EPOCH_FENCE);

    /** How long a broker may take for an answer, elections of coordinators included. */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

    /** Names in one question: a day of checkpoints fits into a few. */
    private static final int BATCH = 1000;

    private final Admin admin;
    private final String servers;
    private final boolean owned;

    private BrokerTransactions(Admin admin, String servers, boolean owned) {
        this.admin = admin;
        this.servers = servers;
        this.owned = owned;
    }

    /** Connects as a client with these properties. */
    static BrokerTransactions connect(Properties client) {
        return new BrokerTransactions(Admin.create(client), servers(client), true);
    }

    /** Asks through a client that somebody else closes. */
    static BrokerTransactions through(Admin admin, String servers) {
        return new BrokerTransactions(admin, servers, false);
    }

    static String servers(Properties client) {
        return client.getProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "");
    }

    /**
     * The transactions that have one of the prefixes, one of the states and a checkpoint beyond the
     * given one, in the order of their names.
     *
     * @throws IOException if a broker does not answer
     */
    Map<TransactionId, TransactionListing> list(
            Collection<String> prefixes, Set<TransactionState> states, long after)
            throws IOException {
        return list(TransactionId.beyond(prefixes, after), states);
    }

    /**
     * The transactions whose whole name the pattern matches and that have one of the states.
     *
     * @param states those that count; empty for all
     * @throws IOException if a broker does not answer
     */
    Map<TransactionId, TransactionListing> list(String pattern, Set<TransactionState> states)
            throws IOException {
        ListTransactionsOptions asked = new ListTransactionsOptions().filterStates(states);
        Collection<TransactionListing> answer;
        try {
            answer =
                    get(
                            admin.listTransactions(asked.filterOnTransactionalIdPattern(pattern))
                                    .all());
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof UnsupportedVersionException)) {
                throw unanswered("a list of transactions", failed);
            }
            answer = listAll(states);
        }
        Pattern here = Pattern.compile(pattern);
        Map<TransactionId, TransactionListing> found = new TreeMap<>();
        for (TransactionListing listing : answer) {
            if (here.matcher(listing.transactionalId()).matches()) {
                TransactionId.parse(listing.transactionalId())
                        .ifPresent(id -> found.put(id, listing));
            }
        }
        return found;
    }

    /**
     * The transaction that a producer has open, or nothing if no coordinator knows of one.
     *
     * @throws IOException if a broker does not answer
     */
    Optional<TransactionListing> heldBy(long producerId) throws IOException {
        try {
            return get(
                            admin.listTransactions(
                                            new ListTransactionsOptions()
                                                    .filterProducerIds(Set.of(producerId))
                                                    .filterStates(OPEN))
                                    .all())
                    .stream()
                    .findFirst();
        } catch (ExecutionException failed) {
            throw unanswered("the transaction of producer " + producerId, failed);
        }
    }

    private Collection<TransactionListing> listAll(Set<TransactionState> states)
            throws IOException {
        try {
            return get(
                    admin.listTransactions(new ListTransactionsOptions().filterStates(states))
                            .all());
        } catch (ExecutionException failed) {
            throw unanswered("the list of transactions", failed);
        }
    }

    /**
     * What the broker knows of one transaction, or nothing if it has forgotten it or never knew it.
     *
     * @throws IOException if the broker does not answer
     */
    Optional<TransactionDescription> describe(String id) throws IOException {
        return Optional.ofNullable(describe(List.of(id)).get(id));
    }

    /**
     * What the broker knows of each transaction; one that it does not know is absent.
     *
     * @throws IOException if the broker does not answer
     */
    Map<String, TransactionDescription> describe(Collection<String> ids) throws IOException {
        Map<String, TransactionDescription> known = new TreeMap<>();
        for (List<String> batch : batches(ids)) {
            DescribeTransactionsResult answer = admin.describeTransactions(batch);
            for (String id : batch) {
                try {
                    known.put(id, get(answer.description(id)));
                } catch (ExecutionException failed) {
                    if (!(failed.getCause() instanceof TransactionalIdNotFoundException)) {
                        throw unanswered("the transaction " + id, failed);
                    }
                }
            }
        }
        return known;
    }

    /**
     * Aborts what is open under these names, and makes sure that whoever opened it can never commit
     * it.
     *
     * @throws IOException if the broker does not answer
     */
    void fence(Collection<String> ids) throws IOException {
        for (List<String> batch : batches(ids)) {
            try {
                get(admin.fenceProducers(batch).all());
            } catch (ExecutionException failed) {
                throw unanswered("the order to abort " + batch, failed);
            }
        }
    }

    private static List<List<String>> batches(Collection<String> ids) {
        List<String> all = List.copyOf(ids);
        List<List<String>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += BATCH) {
            batches.add(all.subList(from, Math.min(all.size(), from + BATCH)));
        }
        return batches;
    }

    private <V> V get(KafkaFuture<V> future) throws ExecutionException, IOException {
        try {
            return future.get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + servers, interrupted);
        } catch (TimeoutException silent) {
            throw unanswered("a question about transactions", silent);
        }
    }

    private IOException unanswered(String what, Exception failed) {
        Throwable cause = failed.getCause() == null ? failed : failed.getCause();
        return new IOException(
                "Kafka at bootstrap.servers="
                        + servers
                        + " does not answer for "
                        + what
                        + " ("
                        + cause
                        + "): check that all brokers run, are 3.0 or newer, and let this client write with these transactional ids",
                cause);
    }

    @Override
    public void close() {
        if (owned) {
            admin.close(Duration.ZERO);
        }
    }
}
