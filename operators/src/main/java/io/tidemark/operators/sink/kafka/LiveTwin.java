package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether another job is alive under the same names: whether their transactions make
 * progress. Two such jobs would fence each other's producers, and each lose what the other aborts.
 *
 * <p>A job that crashed or was cancelled leaves transactions too, but they stand still.
 */
final class LiveTwin {

    private static final Logger LOG = LoggerFactory.getLogger(LiveTwin.class);

    private static final String IN_JOB_MANAGER = "embedded";
    private static final String NO_AVAILABILITY = "none";

    /** A job that is alive may stand still for a while, for example during garbage collection. */
    private static final Duration LEAST_LOOK = Duration.ofSeconds(10);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

    /** Of more, only the newest are looked at closely. */
    private static final int LOOKED_AT = 20_000;

    private final KafkaAnswers kafka;
    private final BrokerTransactions broker;
    private final String names;
    private final boolean afterItself;

    /**
     * A look at some transactions.
     *
     * @param names a pattern of their names
     * @param afterItself whether what is seen may be tasks of this very job: where its JobManager
     *     starts anew and runs the program again, the tasks before go on writing until they notice.
     *     They can't go on with checkpoints, so then only two checkpoints are a sign of life
     */
    LiveTwin(KafkaAnswers kafka, BrokerTransactions broker, String names, boolean afterItself) {
        this.kafka = kafka;
        this.broker = broker;
        this.names = names;
        this.afterItself = afterItself;
    }

    /**
     * For how long to look: two checkpoint intervals, three inside the JobManager, 10 s at the
     * least, at most what is allowed. Not at all where a program inside the JobManager is started
     * anew at each takeover: the job's own earlier tasks would keep it waiting while its
     * transactions time out.
     */
    static Duration lookFor(ReadableConfig flink, Duration atMost) {
        boolean inJobManager = inJobManager(flink);
        if (inJobManager
                && !flink.get(HighAvailabilityOptions.HA_MODE).equalsIgnoreCase(NO_AVAILABILITY)) {
            LOG.info("With high availability, nobody looks whether a job of this name is alive.");
            return Duration.ZERO;
        }
        Duration interval =
                flink.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).orElse(atMost);
        Duration look = interval.multipliedBy(inJobManager ? 3 : 2);
        return atMost(look.compareTo(LEAST_LOOK) < 0 ? LEAST_LOOK : look, atMost);
    }

    /** Whether the program runs inside the JobManager, and not at a client's. */
    static boolean inJobManager(ReadableConfig flink) {
        return flink.getOptional(DeploymentOptions.TARGET)
                .filter(IN_JOB_MANAGER::equals)
                .isPresent();
    }

    /**
     * Returns at once if no transaction can belong to a living job, and else when for the given
     * time none made progress.
     *
     * @param advice what whoever asks is to do about a job that is alive, in sentences
     * @throws PreflightException at the first sign of life
     * @throws IOException if a broker does not answer
     */
    void refuse(Duration within, String advice) throws IOException {
        Map<TransactionId, Progress.Standing> before = look();
        long held = before.values().stream().filter(Progress::isHeld).count();
        if (held == 0) {
            return;
        }
        LOG.info(
                "{} transactions with names like {} may still be held by a job: looking for {} ms whether they make progress.",
                held,
                names,
                within.toMillis());
        Duration pause = atMost(within.dividedBy(4), LONGEST_PAUSE);
        pause = pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
        Set<Long> begun = new TreeSet<>();
        for (Duration waited = Duration.ZERO;
                waited.compareTo(within) < 0;
                waited = waited.plus(pause)) {
            KafkaAnswers.pause(atMost(pause, within.minus(waited)));
            Map<TransactionId, Progress.Standing> after = look();
            Progress progress = Progress.between(before, after);
            begun.addAll(progress.begun());
            if (progress.sign().isPresent() && (!afterItself || begun.size() > 1)) {
                throw new PreflightException(
                        "a job is alive under this name: a moment ago, "
                                + progress.sign().get()
                                + ". "
                                + advice);
            }
            before = after;
        }
        LOG.info("They made none: no job is alive under this name.");
    }

    private static Duration atMost(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Everything but what is committed, which is most of it and stands still. */
    private Map<TransactionId, Progress.Standing> look() throws IOException {
        Set<TransactionState> states =
                EnumSet.complementOf(
                        EnumSet.of(TransactionState.COMPLETE_COMMIT, TransactionState.UNKNOWN));
        Map<TransactionId, TransactionListing> listed = broker.list(names, states);
        Map<TransactionId, Progress.Standing> standing = new TreeMap<>();
        listed.forEach(
                (id, listing) ->
                        standing.put(
                                id,
                                new Progress.Standing(
                                        listing.state(), listing.producerId(), -1, 0)));
        List<TransactionId> close =
                listed.keySet().stream()
                        .sorted((one, other) -> Long.compare(other.checkpoint(), one.checkpoint()))
                        .limit(LOOKED_AT)
                        .toList();
        Map<String, TransactionDescription> known =
                broker.describe(close.stream().map(TransactionId::toString).toList());
        Map<Long, Long> written = written(known.values());
        for (TransactionId id : close) {
            TransactionDescription found = known.get(id.toString());
            if (found == null || found.state() == TransactionState.COMPLETE_COMMIT) {
                standing.remove(id);
            } else {
                standing.put(
                        id,
                        new Progress.Standing(
                                found.state(),
                                found.producerId(),
                                found.producerEpoch(),
                                written.getOrDefault(found.producerId(), 0L)));
            }
        }
        return standing;
    }

    /** By producer, the sum of the sequence numbers that it has reached in its partitions. */
    private Map<Long, Long> written(Collection<TransactionDescription> transactions) {
        Set<TopicPartition> partitions =
                kafka.present(
                        transactions.stream()
                                .filter(found -> found.state() == TransactionState.ONGOING)
                                .flatMap(found -> found.topicPartitions().stream())
                                .collect(Collectors.toSet()));
        Map<Long, Long> written = new HashMap<>();
        if (partitions.isEmpty()) {
            return written;
        }
        DescribeProducersResult producers = kafka.admin().describeProducers(partitions);
        for (TopicPartition partition : partitions) {
            try {
                producers
                        .partitionResult(partition)
                        .get()
                        .activeProducers()
                        .forEach(
                                producer ->
                                        written.merge(
                                                producer.producerId(),
                                                (long) producer.lastSequence() + 1,
                                                Long::sum));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return written;
            } catch (ExecutionException notTold) {
                // It needs the right to read the topic; other signs of life need none.
                LOG.debug("The producers of {} are not told", partition, notTold);
            }
        }
        return written;
    }
}
