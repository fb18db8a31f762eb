package io.tidemark.system.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sinks into topics that are nearly right. */
final class TwinKafka {

    private TwinKafka() {}

    /** Flink's own sink, which takes a transaction that is lost for one that was committed. */
    static Sink<Entry> deafToRefusals(
            Installation installation, String scene, Duration transactionTimeout) {
        String topic = KafkaOutside.topic(scene);
        return KafkaSink.<Entry>builder()
                .setBootstrapServers(installation.broker().address())
                .setProperty("transaction.timeout.ms", Long.toString(transactionTimeout.toMillis()))
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(scene + "." + Scene.SINK)
                .setTransactionNamingStrategy(TransactionNamingStrategy.INCREMENTING)
                .setRecordSerializer(
                        (KafkaRecordSerializationSchema<Entry>)
                                (entry, context, time) ->
                                        new ProducerRecord<>(
                                                topic, entry.key().getBytes(UTF_8), entry.text()))
                .build();
    }

    /** Our own, with another name for its transactions in each attempt to run the job. */
    static Sink<Entry> withWanderingPrefix(Installation installation, String scene) {
        String brokers = installation.broker().address();
        return new Wandering<>(
                attempt ->
                        KafkaOutside.output(brokers, scene + "-" + attempt, Duration.ofMinutes(10))
                                .to(
                                        KafkaOutside.topic(scene),
                                        Scene.SINK,
                                        entry -> entry.key().getBytes(UTF_8),
                                        Entry::text));
    }

    /** Makes a sink anew for each attempt. */
    @FunctionalInterface
    private interface OfAttempt extends java.io.Serializable {
        Sink<Entry> sink(int attempt);
    }

    @SuppressWarnings("unchecked") // The parts of one sink fit each other.
    private record Wandering<S, C>(OfAttempt sinks)
            implements Sink<Entry>, SupportsWriterState<Entry, S>, SupportsCommitter<C> {

        @Override
        public SinkWriter<Entry> createWriter(WriterInitContext context) throws IOException {
            return sinks.sink(context.getTaskInfo().getAttemptNumber()).createWriter(context);
        }

        @Override
        public StatefulSinkWriter<Entry, S> restoreWriter(
                WriterInitContext context, Collection<S> state) throws IOException {
            return ((SupportsWriterState<Entry, S>)
                            sinks.sink(context.getTaskInfo().getAttemptNumber()))
                    .restoreWriter(context, state);
        }

        @Override
        public SimpleVersionedSerializer<S> getWriterStateSerializer() {
            return ((SupportsWriterState<Entry, S>) sinks.sink(0)).getWriterStateSerializer();
        }

        @Override
        public Committer<C> createCommitter(CommitterInitContext context) throws IOException {
            return ((SupportsCommitter<C>) sinks.sink(context.getTaskInfo().getAttemptNumber()))
                    .createCommitter(context);
        }

        @Override
        public SimpleVersionedSerializer<C> getCommittableSerializer() {
            return ((SupportsCommitter<C>) sinks.sink(0)).getCommittableSerializer();
        }
    }
}
