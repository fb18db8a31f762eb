package io.tidemark.jobs.cli;

import io.tidemark.operators.sink.kafka.KafkaOutput;
import io.tidemark.operators.sink.kafka.LostTransactions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * How a job meets Kafka.
 *
 * @param client properties for every client; {@code bootstrap.servers} is among them
 * @param group consumer group
 * @param name name of this run of the job, the same after each restart
 * @param from where a first start reads from
 * @param untilEnd whether to stop at the topic's end as it stands at the start
 * @param delivery what a reader of the outputs may rely on
 * @param transactionTimeout after how long the broker aborts a transaction that nobody ended
 * @param restartAllowance how long a crash and the restart after it may take
 * @param lostTransactions what becomes of the job when a transaction of a completed checkpoint is
 *     lost
 * @param allowOlderCheckpoint whether it may start from a checkpoint after which its results are
 *     visible already
 * @param aloneCheck how long to look, at most, whether another job of this name is alive
 * @param outputPartitions partitions of an output topic that has to be created
 */
public record KafkaJobOptions(
        Properties client,
        String group,
        String name,
        StartFrom from,
        boolean untilEnd,
        Delivery delivery,
        Duration transactionTimeout,
        Duration restartAllowance,
        LostTransactions lostTransactions,
        boolean allowOlderCheckpoint,
        Duration aloneCheck,
        int outputPartitions) {

    /** Properties for the consumer of the source. */
    public Properties consumer() {
        Properties consumer = new Properties();
        consumer.putAll(client);
        consumer.setProperty(ConsumerConfig.GROUP_ID_CONFIG, group);
        return consumer;
    }

    /**
     * How the job delivers.
     *
     * @param sinks the uids of all its sinks, no more and no fewer
     */
    public KafkaOutput output(Collection<String> sinks) {
        return new KafkaOutput(
                client,
                delivery.guarantee(),
                name,
                transactionTimeout,
                lostTransactions,
                allowOlderCheckpoint,
                List.copyOf(sinks));
    }
}
