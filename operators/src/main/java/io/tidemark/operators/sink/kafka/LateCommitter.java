package io.tidemark.operators.sink.kafka;

import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.util.function.SupplierWithException;
import org.jspecify.annotations.Nullable;

/**
 * A committer that is made when there is something to commit: where no transactions are written,
 * that is only after a restore from a checkpoint that holds some. The connector's own would take
 * the name of the sink's transactions for itself, once in a process, though nobody uses it.
 */
final class LateCommitter implements Committer<KafkaCommittable> {

    private final SupplierWithException<Committer<KafkaCommittable>, IOException> maker;
    private @Nullable Committer<KafkaCommittable> committer;

    LateCommitter(SupplierWithException<Committer<KafkaCommittable>, IOException> maker) {
        this.maker = maker;
    }

    @Override
    public void commit(Collection<CommitRequest<KafkaCommittable>> requests)
            throws IOException, InterruptedException {
        if (requests.isEmpty()) {
            return;
        }
        if (committer == null) {
            committer = maker.get();
        }
        committer.commit(requests);
    }

    @Override
    public void close() throws Exception {
        if (committer != null) {
            committer.close();
        }
    }
}
