package io.tidemark.operators.source;

import java.io.IOException;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * Flink's Kafka source, guarded against gaps in the log; see the package for what it promises.
 *
 * <p>Reads committed records only. Partitions added while it runs are found within half a minute (a
 * consumer property may set another interval) and read from their first record.
 *
 * @param <T> the type of the elements
 */
public final class GuardedKafkaSource<T>
        implements Source<T, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;
    private static final String DISCOVERY_INTERVAL_MILLIS = "30000";

    private final KafkaSource<T> source;
    private final Properties consumer;

    private GuardedKafkaSource(KafkaSource<T> source, Properties consumer) {
        this.source = source;
        this.consumer = consumer;
    }

    /**
     * A source of one topic.
     *
     * @param consumer Kafka consumer properties; {@code bootstrap.servers} and {@code group.id} are
     *     needed
     * @param from where a first start reads from
     * @param until where it stops; a checkpoint of a run that was to stop is restored by one that
     *     is to stop, too
     * @throws IllegalArgumentException if one of the two properties is missing
     */
    public static <T> GuardedKafkaSource<T> reading(
            String topic,
            Properties consumer,
            StartingOffsets from,
            ReadUntil until,
            KafkaRecordDeserializationSchema<T> deserializer) {
        Properties settings = new Properties();
        settings.setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.setProperty(
                KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(),
                DISCOVERY_INTERVAL_MILLIS);
        settings.putAll(consumer);
        for (String needed :
                new String[] {
                    ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, ConsumerConfig.GROUP_ID_CONFIG
                }) {
            if (settings.getProperty(needed) == null) {
                throw new IllegalArgumentException(
                        "the consumer property " + needed + " is missing: give it a value");
            }
        }
        KafkaSourceBuilder<T> builder =
                KafkaSource.<T>builder()
                        .setTopics(topic)
                        .setProperties(settings)
                        .setStartingOffsets(from)
                        .setDeserializer(deserializer);
        until.offsets().ifPresent(builder::setBounded);
        return new GuardedKafkaSource<>(builder.build(), settings);
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SourceReader<T, KafkaPartitionSplit> createReader(SourceReaderContext context)
            throws Exception {
        return new GuardedReader<>(
                source.createReader(context),
                new LogBounds(consumer),
                source.getBoundedness() == Boundedness.BOUNDED);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return source.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint)
            throws IOException {
        return source.getBoundedness() == Boundedness.BOUNDED
                ? new EndingEnumerator(
                        context, inner -> source.restoreEnumerator(inner, checkpoint))
                : source.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return source.getProducedType();
    }
}
