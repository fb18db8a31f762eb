package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;

/** The connector's writer, and beside it the number of records in the transaction it writes. */
final class CountingWriter<T>
        implements StatefulSinkWriter<T, KafkaWriterState>,
                CommittingSinkWriter<T, CountedTransaction> {

    private final PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> writer;
    private long records;

    CountingWriter(PrecommittingStatefulSinkWriter<T, KafkaWriterState, KafkaCommittable> writer) {
        this.writer = writer;
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        writer.write(element, context);
        records++;
    }

    @Override
    public void writeWatermark(Watermark watermark) throws IOException, InterruptedException {
        writer.writeWatermark(watermark);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        writer.flush(endOfInput);
    }

    @Override
    public Collection<CountedTransaction> prepareCommit() throws IOException, InterruptedException {
        List<CountedTransaction> counted = new ArrayList<>();
        // One at most: the connector's writer has one transaction a checkpoint.
        for (KafkaCommittable transaction : writer.prepareCommit()) {
            counted.add(new CountedTransaction(transaction, records));
        }
        records = 0;
        return counted;
    }

    @Override
    public List<KafkaWriterState> snapshotState(long checkpointId) throws IOException {
        return writer.snapshotState(checkpointId);
    }

    /**
     * Closes, come what may. The connector's writer tells here once more what it could not send,
     * although nothing is lost by that: what a checkpoint holds was flushed before it, and the rest
     * is read again.
     */
    @Override
    public void close() {
        Closing.orTell(
                "What was not flushed is not sent, for the writer closes; it belongs to no complete checkpoint.",
                writer);
    }
}
