package io.tidemark.operators.sink.jdbc;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;

/**
 * Writes into each batch the checkpoint that it belongs to: a writer is not told, the message that
 * carries its batch is.
 */
final class CheckpointStamp
        implements MapFunction<CommittableMessage<LedgerBatch>, CommittableMessage<LedgerBatch>> {

    private static final long serialVersionUID = 1L;

    @Override
    public CommittableMessage<LedgerBatch> map(CommittableMessage<LedgerBatch> message) {
        if (message instanceof CommittableWithLineage<LedgerBatch> one) {
            return one.map(batch -> batch.ofCheckpoint(one.getCheckpointId()));
        }
        return message;
    }
}
