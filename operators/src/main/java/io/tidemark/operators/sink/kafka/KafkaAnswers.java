package io.tidemark.operators.sink.kafka;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Questions to a broker before a job runs: whoever gets no answer hears how to get one.
 *
 * @param admin the client; whoever made it closes it
 * @param servers where the broker is
 */
record KafkaAnswers(Admin admin, String servers) {

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
     * none has it.
     *
     * @throws PreflightException if a broker does not answer
     */
    long leastOfBrokers(String setting) {
        List<ConfigResource> brokers = new ArrayList<>();
        for (Node node : answer(admin.describeCluster().nodes())) {
            brokers.add(new ConfigResource(ConfigResource.Type.BROKER, node.idString()));
        }
        return answer(admin.describeConfigs(brokers).all()).values().stream()
                .map(config -> config.get(setting))
                .filter(entry -> entry != null)
                .mapToLong(entry -> Long.parseLong(entry.value()))
                .min()
                .orElse(Long.MAX_VALUE);
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
