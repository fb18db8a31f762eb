package io.tidemark.bench.sinks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;

/**
 * A running job, whose checkpoints are started from here at an interval as Flink would, and which
 * is stopped with a savepoint, so that all is committed, as soon as all rows are emitted.
 *
 * <p>Otherwise it would wait at its end for Flink's timer, for anything up to an interval, by the
 * chance of where in the interval the last row comes.
 */
final class SinkJob {

    private final MiniCluster cluster;
    private final JobID id;
    private final RunClock clock;
    private final CompletableFuture<JobResult> result;

    SinkJob(MiniCluster cluster, JobID id, RunClock clock) {
        this.cluster = cluster;
        this.id = id;
        this.clock = clock;
        result = cluster.requestJobResult(id);
    }

    /**
     * Returns when all is committed.
     *
     * @return how many checkpoints were completed, with the savepoint
     */
    long run(Duration interval, Path savepoints) throws Exception {
        long checkpoints = 1;
        long next = System.nanoTime() + interval.toNanos();
        while (!result.isDone() && !clock.allIsEmitted()) {
            if (clock.hasBegun() && System.nanoTime() >= next) {
                next = System.nanoTime() + interval.toNanos();
                await(cluster.triggerCheckpoint(id, CheckpointType.CONFIGURED));
                checkpoints++;
            }
        }
        if (!result.isDone()) {
            await(
                    cluster.stopWithSavepoint(
                            id, savepoints.toUri().toString(), false, SavepointFormatType.NATIVE));
        }
        result.get(10, TimeUnit.MINUTES).toJobExecutionResult(SinkJob.class.getClassLoader());
        return checkpoints;
    }

    private void await(CompletableFuture<?> done) throws Exception {
        CompletableFuture.anyOf(done, result).get(10, TimeUnit.MINUTES);
    }
}
