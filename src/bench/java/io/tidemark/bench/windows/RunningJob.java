package io.tidemark.bench.windows;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionJobVertex;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.executiongraph.IOMetrics;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;

/** A job that runs until it is cancelled. */
final class RunningJob {

    private final MiniCluster cluster;
    private final JobID id;
    private final CompletableFuture<JobResult> result;

    RunningJob(MiniCluster cluster, JobID id) {
        this.cluster = cluster;
        this.id = id;
        result = cluster.requestJobResult(id);
    }

    /** Throws what made the job fail, if it has ended. */
    void check() throws Exception {
        if (result.isDone()) {
            result.get().toJobExecutionResult(RunningJob.class.getClassLoader());
            throw new IllegalStateException("the job ended by itself");
        }
    }

    /** Starts a checkpoint, whatever the interval. */
    CompletableFuture<Long> checkpoint() {
        return cluster.triggerCheckpoint(id, CheckpointType.CONFIGURED);
    }

    void cancel() throws InterruptedException, ExecutionException {
        try {
            if (!result.isDone()) {
                cluster.cancelJob(id).get(1, TimeUnit.MINUTES);
            }
            result.get(5, TimeUnit.MINUTES);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException("the job could not be cancelled", e);
        }
    }

    /** The busiest subtask's records by the mean, in the vertex of the sink; the job has ended. */
    double busiest() throws InterruptedException, ExecutionException {
        AccessExecutionGraph graph = cluster.getExecutionGraph(id).get();
        AccessExecutionJobVertex last = null;
        for (AccessExecutionJobVertex vertex : graph.getVerticesTopologically()) {
            last = vertex;
        }
        if (last == null) {
            throw new IllegalStateException("a job without a vertex");
        }
        long sum = 0;
        long most = 0;
        for (AccessExecutionVertex subtask : last.getTaskVertices()) {
            IOMetrics metrics = subtask.getCurrentExecutionAttempt().getIOMetrics();
            long records = metrics == null ? 0 : metrics.getNumRecordsIn();
            sum += records;
            most = Math.max(most, records);
        }
        return sum == 0 ? Double.NaN : most * (double) last.getParallelism() / sum;
    }
}
