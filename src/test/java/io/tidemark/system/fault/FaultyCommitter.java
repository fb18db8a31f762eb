package io.tidemark.system.fault;

import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;

/**
 * A committer with points before and after its commit.
 *
 * @param <C> what is to be committed
 */
final class FaultyCommitter<C> implements Committer<C> {

    private final Committer<C> inner;
    private final int subtask;

    FaultyCommitter(Committer<C> inner, int subtask) {
        this.inner = inner;
        this.subtask = subtask;
    }

    @Override
    public void commit(Collection<CommitRequest<C>> requests)
            throws IOException, InterruptedException {
        if (requests.isEmpty()) {
            inner.commit(requests);
            return;
        }
        Faults.reachBefore(() -> inner.commit(requests), Point.COMMIT, subtask);
        Faults.reach(Point.COMMITTED, subtask);
    }

    @Override
    public void close() throws Exception {
        inner.close();
    }
}
