package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The form of a transaction in checkpoints: the connector's own form, with its version, beside the
 * number of records.
 *
 * <p>Version 2 is written. Under version 1 two forms are found, and told apart by the lengths in
 * them: the same as version 2, and the connector's own alone, which is what checkpoints from before
 * the records were counted hold.
 */
final class CountedTransactionSerializer implements SimpleVersionedSerializer<CountedTransaction> {

    private static final int VERSION = 2;

    /** The connector's version of what is found alone; no other was ever written so. */
    private static final int ALONE = 1;

    /** Of the connector's form: epoch and producer before the text of the id and its length. */
    private static final int BEFORE_ID = Short.BYTES + Long.BYTES;

    /** Records, version and length before the connector's form. */
    private static final int HEADER = Long.BYTES + 2 * Integer.BYTES;

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

    /**
     * Reads.
     *
     * @throws IOException if the version is none of ours, or the lengths in it do not fit what
     *     there is
     */
    @Override
    public CountedTransaction deserialize(int version, byte[] serialized) throws IOException {
        if (version < 1 || version > VERSION) {
            throw new IOException(
                    "a Kafka transaction in the checkpoint has the form "
                            + version
                            + ", this version reads 1 to "
                            + VERSION
                            + ": restore it with the version that wrote it");
        }
        if (version == 1 && isAlone(serialized)) {
            return new CountedTransaction(
                    transactions.deserialize(ALONE, serialized), CountedTransaction.UNKNOWN);
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        if (serialized.length < HEADER) {
            throw broken(serialized);
        }
        long records = in.readLong();
        int transactionVersion = in.readInt();
        if (in.readInt() != in.available()) {
            throw broken(serialized);
        }
        byte[] transaction = new byte[in.available()];
        in.readFully(transaction);
        return new CountedTransaction(
                transactions.deserialize(transactionVersion, transaction), records);
    }

    /** Where the length of the id stands, the other form has a 1, and no id is so short. */
    private static boolean isAlone(byte[] serialized) throws IOException {
        int id = BEFORE_ID + Short.BYTES;
        if (serialized.length < id) {
            return false;
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized, BEFORE_ID, Short.BYTES);
        int length = in.readUnsignedShort();
        return length > 1 && length == serialized.length - id;
    }

    private static IOException broken(byte[] serialized) {
        return new IOException(
                "a Kafka transaction in the checkpoint has "
                        + serialized.length
                        + " bytes, which is not the length that stands in it: the checkpoint is broken; restore another one");
    }
}
