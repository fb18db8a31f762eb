package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to a broker before a job runs: whoever gets no answer hears how to get one.
 *
 * @param admin the client; whoever made it closes it
 * @param servers where the broker is
 */
record KafkaAnswers(Admin admin, String servers) {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaAnswers.class);

    /**
     * How long a broker may take for an answer; the first answer also tells whether it is there.
     */
    static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    /**
     * The answer.
     *
     * @throws PreflightException if there is none, whatever the reason
     */
    <V> V answer(KafkaFuture<V> future) {
        try {
            return get(future);
        } catch (ExecutionException failed) {
            throw unreachable(failed);
        }
    }

    /**
     * The answer.
     *
     * @throws ExecutionException if the broker refuses to give one
     * @throws PreflightException if there is none in time
     */
    <V> V get(KafkaFuture<V> future) throws ExecutionException {
        try {
            return future.get(ANSWER_WITHIN.toMillis() + 1000, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PreflightException(
                    "interrupted while waiting for the broker at " + servers, interrupted);
        } catch (TimeoutException silent) {
            throw unreachable(silent);
        }
    }

    /**
     * A setting of the brokers that is a number, the least of all of them; the largest there is if
     * none has it, or this client may not see it.
     *
     * @throws PreflightException if a broker does not answer
     */
    long leastOfBrokers(String setting) {
        List<ConfigResource> brokers = new ArrayList<>();
        for (Node node : answer(admin.describeCluster().nodes())) {
            brokers.add(new ConfigResource(ConfigResource.Type.BROKER, node.idString()));
        }
        Collection<Config> configs;
        try {
            configs = get(admin.describeConfigs(brokers).all()).values();
        } catch (ExecutionException failed) {
            if (!(failed.getCause() instanceof AuthorizationException)) {
                throw unreachable(failed);
            }
            LOG.warn(
                    "The brokers' {} is not checked: this client may not see it. What exceeds it fails when the job runs.",
                    setting);
            return Long.MAX_VALUE;
        }
        return configs.stream()
                .map(config -> config.get(setting))
                .filter(entry -> entry != null)
                .mapToLong(entry -> Long.parseLong(entry.value()))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * Those of the partitions that are there: the client would ask for one whose topic was deleted
     * until its patience is over. One that this client may not see counts as there.
     *
     * @throws PreflightException if no broker answers in time
     */
    Set<TopicPartition> present(Collection<TopicPartition> partitions) {
        Set<TopicPartition> present = new HashSet<>(partitions);
        Set<String> topics =
                partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet());
        admin.describeTopics(topics)
                .topicNameValues()
                .forEach(
                        (topic, answer) -> {
                            int number = partitionsAtMost(answer);
                            present.removeIf(
                                    one -> one.topic().equals(topic) && one.partition() >= number);
                        });
        return present;
    }

    private int partitionsAtMost(KafkaFuture<TopicDescription> answer) {
        try {
            return get(answer).partitions().size();
        } catch (ExecutionException failed) {
            return failed.getCause() instanceof UnknownTopicOrPartitionException
                    ? 0
                    : Integer.MAX_VALUE;
        }
    }

    /**
     * Waits.
     *
     * @throws PreflightException if it is interrupted
     */
    static void pause(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new PreflightException("interrupted while looking at the broker", interrupted);
        }
    }

    PreflightException unreachable(Exception cause) {
        return unreachable(servers, cause);
    }

    static PreflightException unreachable(String servers, Exception cause) {
        if (cause.getCause() instanceof AuthorizationException) {
            return new PreflightException(
                    "Kafka at bootstrap.servers="
                            + servers
                            + " does not answer this client ("
                            + message(cause)
                            + "): let it describe the cluster, the topics of the job and their settings",
                    cause);
        }
        return new PreflightException(
                "no Kafka broker answers at bootstrap.servers="
                        + servers
                        + " ("
                        + message(cause)
                        + "): check --bootstrap-servers and that the broker runs",
                cause);
    }

    static String message(Exception failed) {
        Throwable cause = failed.getCause() == null ? failed : failed.getCause();
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
