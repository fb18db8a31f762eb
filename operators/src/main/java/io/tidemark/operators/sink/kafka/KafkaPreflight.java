package io.tidemark.operators.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What is asked of Kafka and of Flink's settings at submit time, before a job runs: whoever would
 * lose data in an hour hears it now.
 *
 * <p>Each question is answered by the real broker. Every refusal is a {@link PreflightException}
 * that quotes the numbers and says what to change.
 */
public final class KafkaPreflight implements AutoCloseable {

    /**
     * How long a broker may take for an answer; the first answer also tells whether it is there.
     */
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final Admin admin;
    private final String servers;

    private KafkaPreflight(Admin admin, String servers) {
        this.admin = admin;
        this.servers = servers;
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
                Long.toString(ANSWER_WITHIN.toMillis()));
        Admin admin;
        try {
            admin = Admin.create(settings);
        } catch (KafkaException noAddress) {
            throw unreachable(servers, noAddress);
        }
        KafkaPreflight preflight = new KafkaPreflight(admin, servers);
        try {
            preflight.answer(admin.describeCluster().nodes());
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
            throw unreachable(servers, failed);
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
                get(admin.createTopics(List.of(topic)).all());
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof TopicExistsException)) {
                    throw new PreflightException(
                            "topic \""
                                    + plan.name()
                                    + "\" can't be created on "
                                    + servers
                                    + ": "
                                    + message(failed),
                            failed);
                }
                check(plan);
            }
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
            throw unreachable(servers, failed);
        }
    }

    private void check(TopicPlan plan) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, plan.name());
        Map<ConfigResource, Config> found = answer(admin.describeConfigs(List.of(resource)).all());
        for (Map.Entry<String, String> wanted : plan.settings().entrySet()) {
            ConfigEntry entry = requireNonNull(found.get(resource)).get(wanted.getKey());
            String value = entry == null ? "" : entry.value();
            if (!satisfies(wanted.getKey(), value, wanted.getValue())) {
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

    /** Whether an existing topic's setting is what a plan wants. */
    static boolean satisfies(String setting, String found, String wanted) {
        // Policies are not taken apart: "compact,delete" would delete rows of a table, and refuses
        // a log's messages, which have no key.
        return setting.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                ? !found.isEmpty() && Long.parseLong(found) >= Long.parseLong(wanted)
                : found.equals(wanted);
    }

    /**
     * Checks that exactly-once delivery can hold under the given settings; other guarantees need
     * nothing.
     *
     * @param flink the settings that the job runs with
     * @param restartAllowance how long a crash and the restart after it may take
     * @throws PreflightException if checkpointing is off or not exactly-once, or the transaction
     *     timeout exceeds the broker's maximum or does not outlive a checkpoint interval, a
     *     checkpoint timeout and a restart
     */
    public void checkDelivery(KafkaOutput output, ReadableConfig flink, Duration restartAllowance) {
        DeliveryCheck.of(output, flink, restartAllowance, this::brokerMaxTransactionTimeout);
    }

    private long brokerMaxTransactionTimeout() {
        Collection<Node> nodes = answer(admin.describeCluster().nodes());
        List<ConfigResource> brokers = new ArrayList<>();
        nodes.forEach(
                node ->
                        brokers.add(
                                new ConfigResource(ConfigResource.Type.BROKER, node.idString())));
        return answer(admin.describeConfigs(brokers).all()).values().stream()
                .map(config -> config.get(DeliveryCheck.BROKER_MAX_TRANSACTION_TIMEOUT))
                .filter(entry -> entry != null)
                .mapToLong(entry -> Long.parseLong(entry.value()))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private TopicDescription describe(String topic) throws ExecutionException {
        return requireNonNull(get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic));
    }

    private <V> V answer(KafkaFuture<V> future) {
        try {
            return get(future);
        } catch (ExecutionException failed) {
            throw unreachable(servers, failed);
        }
    }

    private <V> V get(KafkaFuture<V> future) throws ExecutionException {
        try {
            return future.get(ANSWER_WITHIN.toMillis() + 1000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PreflightException(
                    "interrupted while waiting for the broker at " + servers, interrupted);
        } catch (TimeoutException silent) {
            throw unreachable(servers, silent);
        }
    }

    private static PreflightException unreachable(String servers, Exception cause) {
        return new PreflightException(
                "no Kafka broker answers at bootstrap.servers="
                        + servers
                        + " ("
                        + message(cause)
                        + "): check --bootstrap-servers and that the broker runs",
                cause);
    }

    private static String message(Exception failed) {
        Throwable cause = failed.getCause() == null ? failed : failed.getCause();
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
