package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The form of a transaction in checkpoints: the connector's own form, with its version, beside the
 * number of records.
 */
final class CountedTransactionSerializer implements SimpleVersionedSerializer<CountedTransaction> {

    private static final int VERSION = 1;

    private final SimpleVersionedSerializer<KafkaCommittable> transactions;

    CountedTransactionSerializer(SimpleVersionedSerializer<KafkaCommittable> transactions) {
        this.transactions = transactions;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(CountedTransaction counted) throws IOException {
        byte[] transaction = transactions.serialize(counted.transaction());
        DataOutputSerializer out = new DataOutputSerializer(transaction.length + 16);
        out.writeLong(counted.records());
        out.writeInt(transactions.getVersion());
        out.writeInt(transaction.length);
        out.write(transaction);
        return out.getCopyOfBuffer();
    }

    @Override
    public CountedTransaction deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "a Kafka transaction in the checkpoint has the form "
                            + version
                            + ", this version reads "
                            + VERSION
                            + ": restore it with the version that wrote it");
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        long records = in.readLong();
        int transactionVersion = in.readInt();
        byte[] transaction = new byte[in.readInt()];
        in.readFully(transaction);
        return new CountedTransaction(
                transactions.deserialize(transactionVersion, transaction), records);
    }
}
