package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The connector's sink, and around it what keeps its promise honest: refused commits are judged
 * ({@link JudgingCommitter}), with exactly-once delivery a start from an older checkpoint is
 * refused, and leftovers are aborted ({@link WriterStart}).
 *
 * <p>A sink without transactions has the same form of state and the same committer: it may be
 * restored from a checkpoint whose transactions were not committed, and commits them; and it takes
 * the names over, too, as a later life with transactions finds what is under them.
 *
 * <p><b>Names.</b> Each checkpoint of each writer has a transactional id of its own, {@code
 * prefix-subtask-checkpoint}. That makes the broker a witness: by the name alone it can be asked
 * what became of one checkpoint's records, which names that are used in turn would have
 * overwritten. The cost: the broker keeps each name for {@code transactional.id.expiration.ms}, a
 * week by default, at a few hundred bytes in memory and in {@code __transaction_state}. At a
 * checkpoint every 10 s that is 60,480 names a writer, so four sinks at parallelism 4 make 967,680
 * of them, some 200 to 300 MB over all brokers; at a checkpoint a minute, a sixth. Where that is
 * too much, lower the broker's expiration: it need only outlive the longest outage after which a
 * job is to be restored, and the transaction timeout.
 */
final class GuardedKafkaSink<T>
        implements Sink<T>,
                SupportsWriterState<T, KafkaWriterState>,
                SupportsCommitter<CountedTransaction>,
                SupportsPostCommitTopology<CountedTransaction> {

    private static final long serialVersionUID = 1L;

    private final KafkaSink<T> sink;
    private final KafkaSink<T> transactional;
    private final Properties client;
    private final String topic;
    private final DeliveryGuarantee delivery;
    private final String job;
    private final String uid;
    private final List<String> sinks;
    private final LostTransactions lostTransactions;
    private final boolean allowOlderCheckpoint;

    private GuardedKafkaSink(
            KafkaSink<T> sink,
            KafkaSink<T> transactional,
            Properties client,
            String topic,
            String uid,
            KafkaOutput output) {
        this.sink = sink;
        this.transactional = transactional;
        this.client = client;
        this.topic = topic;
        this.delivery = output.delivery();
        this.job = output.job();
        this.uid = uid;
        this.sinks = output.sinks();
        this.lostTransactions = output.lostTransactions();
        this.allowOlderCheckpoint = output.allowOlderCheckpoint();
    }

    /**
     * Around the sink that the builder makes, with the delivery that the output has.
     *
     * @param client properties of a client that may write with the sink's transactional ids
     */
    static <T> GuardedKafkaSink<T> around(
            KafkaSinkBuilder<T> builder,
            Properties client,
            String topic,
            String uid,
            KafkaOutput output) {
        KafkaSink<T> transactional =
                builder.setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                        .setTransactionalIdPrefix(output.transactionalIdPrefix(uid))
                        .setTransactionNamingStrategy(TransactionNamingStrategy.INCREMENTING)
                        .build();
        KafkaSink<T> sink =
                output.delivery() == DeliveryGuarantee.EXACTLY_ONCE
                        ? transactional
                        : builder.setDeliveryGuarantee(output.delivery()).build();
        return new GuardedKafkaSink<>(sink, transactional, client, topic, uid, output);
    }

    @Override
    public StatefulSinkWriter<T, KafkaWriterState> createWriter(WriterInitContext context)
            throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public StatefulSinkWriter<T, KafkaWriterState> restoreWriter(
            WriterInitContext context, Collection<KafkaWriterState> state) throws IOException {
        try (BrokerTransactions broker = BrokerTransactions.connect(client)) {
            WriterStart start =
                    WriterStart.of(
                            broker,
                            topic,
                            SinkPrefixes.of(job, uid, sinks, state),
                            allowOlderCheckpoint || !writesTransactions(),
                            context,
                            state);
            // Without transactions, what is visible may come twice.
            if (writesTransactions()) {
                start.refuseOlderCheckpoint();
            }
            CountingWriter<T> writer = new CountingWriter<>(sink.restoreWriter(context, state));
            try {
                start.clearUp();
            } catch (IOException | RuntimeException failed) {
                writer.close();
                throw failed;
            }
            return writer;
        }
    }

    private boolean writesTransactions() {
        return delivery == DeliveryGuarantee.EXACTLY_ONCE;
    }

    @Override
    public SimpleVersionedSerializer<KafkaWriterState> getWriterStateSerializer() {
        return sink.getWriterStateSerializer();
    }

    @Override
    public Committer<CountedTransaction> createCommitter(CommitterInitContext context) {
        return new JudgingCommitter(
                writesTransactions()
                        ? sink.createCommitter(context)
                        : new LateCommitter(() -> transactional.createCommitter(context)),
                client,
                topic,
                lostTransactions,
                context.metricGroup());
    }

    @Override
    public SimpleVersionedSerializer<CountedTransaction> getCommittableSerializer() {
        return new CountedTransactionSerializer(sink.getCommittableSerializer());
    }

    /** The connector keeps each committer beside its writer: they share producers in memory. */
    @Override
    @SuppressWarnings("unchecked") // only the stream's place in the graph matters
    public void addPostCommitTopology(
            DataStream<CommittableMessage<CountedTransaction>> committed) {
        DataStream<?> any = committed;
        sink.addPostCommitTopology((DataStream<CommittableMessage<KafkaCommittable>>) any);
    }
}
