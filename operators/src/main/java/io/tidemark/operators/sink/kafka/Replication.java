package io.tidemark.operators.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.tidemark.operators.sink.PreflightException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.Topic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether what is acknowledged survives the loss of a broker, and whether anything can be
 * acknowledged at all: of the topics that a job writes, and of the one in which the broker keeps
 * its transactions.
 */
final class Replication {

    private static final Logger LOG = LoggerFactory.getLogger(Replication.class);

    private static final String REPLICAS_OF_TRANSACTIONS =
            "transaction.state.log.replication.factor";
    private static final String MINIMUM_OF_TRANSACTIONS = "transaction.state.log.min.isr";

    private final KafkaAnswers kafka;

    Replication(KafkaAnswers kafka) {
        this.kafka = kafka;
    }

    /**
     * What could be lost, a sentence each.
     *
     * @throws PreflightException if nothing could be written or committed
     */
    List<String> check(Collection<String> topics) {
        Collection<Node> brokers = kafka.answer(kafka.admin().describeCluster().nodes());
        List<String> warnings = new ArrayList<>();
        for (String topic : topics) {
            ofTopic(topic).flatMap(found -> found.judge(brokers.size())).ifPresent(warnings::add);
        }
        ofTopic(Topic.TRANSACTION_STATE_TOPIC_NAME)
                .or(() -> ofTransactionsToBe(brokers))
                .flatMap(found -> found.judge(brokers.size()))
                .ifPresent(warnings::add);
        return warnings;
    }

    /**
     * How often something is kept.
     *
     * @param what it, for a person
     * @param replicas its copies, of the partition with the fewest
     * @param minimum how many of them must be in step for a write to be taken; from 3.7 on a broker
     *     asks for no more than there are
     */
    record Copies(
            String what, String replicasSetting, int replicas, String minimumSetting, int minimum) {

        Optional<String> judge(int brokers) {
            int atLeast = Math.min(minimum, replicas);
            if (atLeast > brokers) {
                throw new PreflightException(
                        settings()
                                + ", but only "
                                + brokers
                                + " broker(s) run: nothing could be written. Lower the minimum, or start the others");
            }
            if (minimum > replicas) {
                return Optional.of(
                        settings()
                                + ": a broker before 3.7 takes no write, and a newer one is content with "
                                + replicas
                                + ". Lower the minimum, or add replicas");
            }
            if (brokers > 1 && minimum < 2) {
                return Optional.of(
                        settings()
                                + ": the loss of one of the "
                                + brokers
                                + " brokers can lose what was acknowledged. Give it 3 replicas and a minimum of 2");
            }
            return Optional.empty();
        }

        private String settings() {
            return what
                    + " has "
                    + replicasSetting
                    + "="
                    + replicas
                    + " and "
                    + minimumSetting
                    + "="
                    + minimum;
        }
    }

    /** Nothing if there is no such topic, or this client may not see it. */
    private Optional<Copies> ofTopic(String topic) {
        try {
            TopicDescription described =
                    requireNonNull(
                            kafka.get(kafka.admin().describeTopics(List.of(topic)).allTopicNames())
                                    .get(topic));
            int replicas =
                    described.partitions().stream()
                            .mapToInt(partition -> partition.replicas().size())
                            .min()
                            .orElse(0);
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            Config settings =
                    requireNonNull(
                            kafka.get(kafka.admin().describeConfigs(List.of(resource)).all())
                                    .get(resource));
            int minimum = number(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 1);
            return Optional.of(
                    new Copies(
                            "topic \"" + topic + '"',
                            "replicas",
                            replicas,
                            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                            minimum));
        } catch (ExecutionException failed) {
            return unseen(topic, failed);
        }
    }

    /** The broker makes that topic when the first transaction begins. */
    private Optional<Copies> ofTransactionsToBe(Collection<Node> brokers) {
        ConfigResource resource =
                new ConfigResource(
                        ConfigResource.Type.BROKER, brokers.iterator().next().idString());
        try {
            Map<ConfigResource, Config> found =
                    kafka.get(kafka.admin().describeConfigs(List.of(resource)).all());
            Config settings = requireNonNull(found.get(resource));
            int replicas = number(settings, REPLICAS_OF_TRANSACTIONS, 3);
            if (replicas > brokers.size()) {
                throw new PreflightException(
                        "the broker has "
                                + REPLICAS_OF_TRANSACTIONS
                                + "="
                                + replicas
                                + ", but the cluster "
                                + brokers.size()
                                + " broker(s): no transaction could begin. Lower it, or add brokers");
            }
            return Optional.of(
                    new Copies(
                            "the log of transactions to be made",
                            REPLICAS_OF_TRANSACTIONS,
                            replicas,
                            MINIMUM_OF_TRANSACTIONS,
                            number(settings, MINIMUM_OF_TRANSACTIONS, 2)));
        } catch (ExecutionException failed) {
            return unseen(REPLICAS_OF_TRANSACTIONS, failed);
        }
    }

    private Optional<Copies> unseen(String what, ExecutionException failed) {
        if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
            return Optional.empty();
        }
        if (failed.getCause() instanceof AuthorizationException) {
            LOG.info("The replication of {} is not checked: this client may not see it.", what);
            return Optional.empty();
        }
        throw kafka.unreachable(failed);
    }

    private static int number(Config settings, String name, int otherwise) {
        return settings.get(name) == null
                ? otherwise
                : Integer.parseInt(settings.get(name).value());
    }
}
