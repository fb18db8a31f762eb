package io.tidemark.operators.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is asked of Kafka and of Flink's settings at submit time, before a job runs: whoever would
 * lose data in an hour hears it now.
 *
 * <p>Each question is answered by the real broker. Every refusal is a {@link PreflightException}
 * that quotes the numbers and says what to change.
 */
public final class KafkaPreflight implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaPreflight.class);

    private final Admin admin;
    private final String servers;
    private final KafkaAnswers kafka;

    private KafkaPreflight(Admin admin, String servers) {
        this.admin = admin;
        this.servers = servers;
        this.kafka = new KafkaAnswers(admin, servers);
    }

    /**
     * Connects to the broker.
     *
     * @param client Kafka client properties with {@code bootstrap.servers}
     * @throws PreflightException if no broker answers within 10 seconds
     */
    public static KafkaPreflight connect(Properties client) {
        String servers = client.getProperty(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        settings.setProperty(
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                Long.toString(KafkaAnswers.ANSWER_WITHIN.toMillis()));
        Admin admin;
        try {
            admin = Admin.create(settings);
        } catch (KafkaException noAddress) {
            throw KafkaAnswers.unreachable(servers, noAddress);
        }
        KafkaPreflight preflight = new KafkaPreflight(admin, servers);
        try {
            preflight.kafka.answer(admin.describeCluster().nodes());
        } catch (PreflightException unreachable) {
            admin.close(Duration.ZERO);
            throw unreachable;
        }
        return preflight;
    }

    /**
     * How many partitions a topic has.
     *
     * @throws PreflightException if there is no such topic
     */
    public int partitions(String topic) {
        try {
            return describe(topic).partitions().size();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new PreflightException(
                        "topic \""
                                + topic
                                + "\" does not exist on "
                                + servers
                                + ": create it, or name the topic that the events are in",
                        failed);
            }
            throw kafka.unreachable(failed);
        }
    }

    /**
     * Makes the topics that are absent and checks the settings of those that are there.
     *
     * @throws PreflightException if a topic exists with another setting
     */
    public void ensure(List<TopicPlan> plans) {
        for (TopicPlan plan : plans) {
            // Asked first: where topics are made by others, a job may not even try.
            if (exists(plan.name())) {
                check(plan);
                continue;
            }
            NewTopic topic =
                    new NewTopic(plan.name(), Optional.of(plan.partitions()), Optional.empty())
                            .configs(plan.settings());
            try {
                kafka.get(admin.createTopics(List.of(topic)).all());
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof TopicExistsException)) {
                    throw new PreflightException(
                            "topic \""
                                    + plan.name()
                                    + "\" can't be created on "
                                    + servers
                                    + ": "
                                    + KafkaAnswers.message(failed),
                            failed);
                }
                check(plan);
            }
            awaitKnown(plan.name());
        }
    }

    /** The broker that answers may hear of a new topic later than the one that made it. */
    private void awaitKnown(String topic) {
        for (int look = 0; look < 100 && !exists(topic); look++) {
            KafkaAnswers.pause(Duration.ofMillis(50));
        }
    }

    private boolean exists(String topic) {
        try {
            describe(topic);
            return true;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw kafka.unreachable(failed);
        }
    }

    private void check(TopicPlan plan) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, plan.name());
        Map<ConfigResource, Config> found =
                kafka.answer(admin.describeConfigs(List.of(resource)).all());
        for (Map.Entry<String, String> wanted : plan.settings().entrySet()) {
            ConfigEntry entry = requireNonNull(found.get(resource)).get(wanted.getKey());
            String value = entry == null ? "" : entry.value();
            if (!TopicPlan.satisfies(wanted.getKey(), value, wanted.getValue())) {
                throw new PreflightException(
                        "topic \""
                                + plan.name()
                                + "\" has "
                                + wanted.getKey()
                                + "="
                                + value
                                + ", the job needs "
                                + wanted.getValue()
                                + ": alter the topic, or name another one");
            }
        }
    }

    /**
     * Checks that exactly-once delivery can hold under the given settings; other guarantees need
     * nothing.
     *
     * <p>A transaction must outlive all that may come before its commit, which is at most (1 +
     * tolerated checkpoint failures) × (the longer of checkpoint interval and checkpoint timeout +
     * minimal pause) + checkpoint timeout + restart: from the start of the checkpoint with which it
     * begins to the end of the one that commits it, and a crash on top. Checkpoints that Flink
     * gives up without counting them as failures are not in it.
     *
     * <p>While a source reports a backlog, {@code execution.checkpointing.interval-during-backlog}
     * stands in place of the interval. Whether one does is not known here, and {@code KafkaSource}
     * never does: if a transaction does not outlive that, or no checkpoint is made then, this
     * warns. It warns, too, if a job that fails leaves no checkpoint.
     *
     * @param flink the settings that the job runs with
     * @param restartAllowance how long a crash and the restart after it may take: until it is seen,
     *     the wait before the restart, and reading the state; such as 1 min; zero to a century
     * @return the warnings, which are logged too
     * @throws PreflightException if the runtime mode is not {@code STREAMING}, for batch mode,
     *     which {@code AUTOMATIC} may choose, makes no checkpoints; if checkpointing is off, not
     *     exactly-once, or ends before the last results of a run are committed; or if the
     *     transaction timeout exceeds the broker's maximum or does not outlive that time
     * @throws IllegalArgumentException if the restart allowance is negative or beyond a century
     */
    public List<String> checkDelivery(
            KafkaOutput output, ReadableConfig flink, Duration restartAllowance) {
        return warn(
                DeliveryCheck.of(
                        output,
                        flink,
                        restartAllowance,
                        () -> kafka.leastOfBrokers(DeliveryCheck.BROKER_MAX_TRANSACTION_TIMEOUT)));
    }

    /**
     * Checks that no other living job uses the names of this output's transactions. Whatever the
     * guarantee, a start takes the names over, and would abort what that job writes.
     *
     * <p>Living means that its transactions make progress. If some are open that could be a living
     * job's, this looks at them for two checkpoint intervals, 10 s at the least, but for no longer
     * than the caller allows; so it may miss a job that has no traffic and checkpoints more rarely.
     * Where none is open it returns at once. Where the program runs inside the JobManager, which
     * may be a restart of this very job, tasks of which still write, it looks for three intervals,
     * and only two checkpoints are a sign of life; with high availability, which would wait so at
     * each takeover, it does not look at all.
     *
     * @param uids the uids of the sinks
     * @param flink the settings that the job runs with
     * @param atMost how long to look at most; zero does not look
     * @throws PreflightException if there is one
     */
    public void checkAlone(
            KafkaOutput output, Collection<String> uids, ReadableConfig flink, Duration atMost) {
        Duration look = LiveTwin.lookFor(flink, atMost);
        if (look.isZero()) {
            return;
        }
        try {
            new LiveTwin(
                            kafka,
                            BrokerTransactions.through(admin, servers),
                            TransactionId.beyond(prefixes(output, uids), 0),
                            LiveTwin.inJobManager(flink))
                    .refuse(
                            look,
                            "Two jobs of one name abort each other's transactions and lose records: stop that one, or give"
                                    + " this one another --name. (If you know that there is none, --alone-check=0s does not look)");
        } catch (IOException unanswered) {
            throw new PreflightException(String.valueOf(unanswered.getMessage()), unanswered);
        }
    }

    /**
     * Checks that the topics and the broker's log of transactions can be written at all, and warns
     * where the loss of one broker of several could lose what was acknowledged, and where more
     * replicas must be in step than there are, which a broker before 3.7 takes at its word.
     *
     * @return the warnings, which are logged too
     * @throws PreflightException if more replicas must be in step than there are brokers
     */
    public List<String> checkReplication(Collection<String> topics) {
        return warn(new Replication(kafka).check(topics));
    }

    /**
     * Warns where {@code read_committed} readers of the topics stand before an open transaction and
     * do not get on: says which, since when, and whether it is of this output, which is told at
     * once. Before somebody else's they always stand for a while where that one is alive; so this
     * tells of one that is the same for as long as a living job is looked for, no longer than the
     * caller allows. A writer whose checkpoints are more than that apart is told of, too.
     *
     * @param uids the uids of the sinks
     * @param flink the settings that the job runs with
     * @param atMost how long to look at most; with zero, those of others are not told
     * @return the warnings, which are logged too
     */
    public List<String> checkReaders(
            KafkaOutput output,
            Collection<String> uids,
            Collection<String> topics,
            ReadableConfig flink,
            Duration atMost) {
        try {
            return warn(
                    new ReadersView(kafka, BrokerTransactions.through(admin, servers))
                            .obstacles(
                                    topics,
                                    prefixes(output, uids),
                                    LiveTwin.lookFor(flink, atMost)));
        } catch (IOException unanswered) {
            throw new PreflightException(String.valueOf(unanswered.getMessage()), unanswered);
        }
    }

    private static List<String> prefixes(KafkaOutput output, Collection<String> uids) {
        return uids.stream().map(output::transactionalIdPrefix).toList();
    }

    private static List<String> warn(List<String> warnings) {
        warnings.forEach(LOG::warn);
        return warnings;
    }

    private TopicDescription describe(String topic) throws ExecutionException {
        return requireNonNull(
                kafka.get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic));
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
