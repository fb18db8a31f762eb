package io.tidemark.operators.sink.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/**
 * How a job delivers to Kafka: one broker, one guarantee, one name for its transactions.
 *
 * <pre>{@code
 * KafkaOutput output =
 *         new KafkaOutput(producer, EXACTLY_ONCE, "orders", Duration.ofMinutes(15)).ofSinks(uids);
 * try (KafkaPreflight preflight = KafkaPreflight.connect(producer)) {
 *     preflight.checkDelivery(output, env.getConfiguration(), Duration.ofMinutes(1));
 *     preflight.checkAlone(output, uids, env.getConfiguration(), Duration.ofMinutes(2));
 * }
 * stream.sinkTo(output.to("results", "results-sink", Row::key, Row::value)).uid("results-sink");
 * }</pre>
 *
 * <p>Nothing is checked unless the job asks for it, as {@link KafkaPreflight} does here.
 *
 * @param producer Kafka producer properties; {@code bootstrap.servers} is needed
 * @param delivery the guarantee
 * @param job the job's name, unique among the jobs that write to this Kafka
 * @param transactionTimeout after how long the broker aborts a transaction that nobody ended
 * @param lostTransactions what becomes of the job when a transaction of a completed checkpoint
 *     turns out to be lost
 * @param allowOlderCheckpoint whether the job may be restored from a checkpoint after which its
 *     records are visible already, and so write them twice; left on, it would let that happen
 *     unseen
 * @param sinks the uids of all sinks that the job has through this output, no more and no fewer:
 *     whether a checkpoint is too old to be restored is judged by all of them, or one sink could
 *     abort what another refuses to lose. Empty if each sink is to look at itself alone
 */
public record KafkaOutput(
        Properties producer,
        DeliveryGuarantee delivery,
        String job,
        Duration transactionTimeout,
        LostTransactions lostTransactions,
        boolean allowOlderCheckpoint,
        List<String> sinks) {

    /**
     * The largest message that a sink sends unless the producer's properties say otherwise, in
     * bytes: Kafka's own limit leaves no room for an event of the largest size in an envelope.
     */
    public static final int MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the timeout is negative, or a {@code long} does not hold
     *     its milliseconds
     */
    public KafkaOutput {
        if (transactionTimeout.isNegative() || transactionTimeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "transactionTimeout="
                            + transactionTimeout
                            + " is negative or beyond 292 million years: give what the broker allows, such as 15 min");
        }
        Properties copy = new Properties();
        copy.putAll(producer);
        producer = copy;
        sinks = List.copyOf(sinks);
    }

    /**
     * An output that fails the job when transactions are lost, and refuses older checkpoints.
     *
     * @throws IllegalArgumentException if the timeout is negative, or a {@code long} does not hold
     *     its milliseconds
     */
    public KafkaOutput(
            Properties producer,
            DeliveryGuarantee delivery,
            String job,
            Duration transactionTimeout) {
        this(producer, delivery, job, transactionTimeout, LostTransactions.FAIL, false, List.of());
    }

    /** The same output, as that of a job with these sinks; see {@link #sinks}. */
    public KafkaOutput ofSinks(Collection<String> uids) {
        return new KafkaOutput(
                producer,
                delivery,
                job,
                transactionTimeout,
                lostTransactions,
                allowOlderCheckpoint,
                List.copyOf(uids));
    }

    /**
     * A sink into one topic.
     *
     * @param uid the sink's stable uid in its job: part of the names of its transactions, without a
     *     dot
     * @param key the message key of an element, or null for none
     * @param value the message value of an element; null deletes the key where the topic is
     *     compacted
     * @throws IllegalArgumentException if the uid has a dot, the producer's properties lack {@code
     *     bootstrap.servers}, or {@link #sinks} names others but not this one
     */
    public <T> Sink<T> to(
            String topic,
            String uid,
            @Nullable SerializableFunction<T, byte[]> key,
            SerializableFunction<T, byte[]> value) {
        if (producer.getProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG) == null) {
            throw new IllegalArgumentException(
                    ProducerConfig.BOOTSTRAP_SERVERS_CONFIG
                            + " is missing from the producer's properties: say where Kafka is");
        }
        if (!sinks.isEmpty() && !sinks.contains(uid)) {
            throw new IllegalArgumentException(
                    "sinks="
                            + sinks
                            + " does not name uid="
                            + uid
                            + ": name all sinks that the job has through this output");
        }
        Properties settings = new Properties();
        settings.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.setProperty(ProducerConfig.LINGER_MS_CONFIG, "20");
        settings.setProperty(
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(MAX_MESSAGE_BYTES));
        settings.putAll(producer);
        settings.setProperty(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Long.toString(transactionTimeout.toMillis()));
        KafkaSinkBuilder<T> builder =
                KafkaSink.<T>builder()
                        .setKafkaProducerConfig(settings)
                        .setBootstrapServers(
                                settings.getProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG))
                        .setRecordSerializer(new MessageSerializer<>(topic, key, value));
        return GuardedKafkaSink.around(builder, producer, topic, uid, this);
    }

    /** Without the properties of the producer, among which may be passwords, but its servers. */
    @Override
    public String toString() {
        return delivery
                + " to Kafka at "
                + producer.getProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)
                + " as job "
                + job
                + ", sinks "
                + sinks;
    }

    /**
     * The prefix of the transactional ids of the sink with the given uid.
     *
     * @throws IllegalArgumentException if the uid has a dot: the prefix could be that of another
     *     job's sink, as job {@code a} with {@code b.c} and job {@code a.b} with {@code c} have the
     *     same one
     */
    public String transactionalIdPrefix(String uid) {
        if (uid.indexOf('.') >= 0) {
            throw new IllegalArgumentException(
                    "uid="
                            + uid
                            + " has a dot, which parts the job's name from the uid in the names of transactions: give a uid"
                            + " without one");
        }
        return SinkPrefixes.prefix(job, uid);
    }
}
