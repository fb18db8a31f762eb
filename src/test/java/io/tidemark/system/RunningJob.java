package io.tidemark.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A job on the cluster, and what one can do to it and wait for. */
public final class RunningJob {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RealParts parts;
    private final Scene scene;
    private final Valve valve;
    private final JobID id;

    private RunningJob(RealParts parts, Scene scene, Valve valve, JobID id) {
        this.parts = parts;
        this.scene = scene;
        this.valve = valve;
        this.id = id;
    }

    static RunningJob submit(RealParts parts, Scene scene, Valve valve, StreamGraph graph) {
        return submit(parts, scene, valve, graph, List.of());
    }

    /** The same with jars on the class path of the job. */
    static RunningJob submit(
            RealParts parts, Scene scene, Valve valve, StreamGraph graph, List<URI> jars) {
        JobGraph job = graph.getJobGraph();
        jars.forEach(jar -> job.addJar(new Path(jar)));
        JobID id = Scene.get(parts.cluster().submitJob(job)).getJobID();
        return new RunningJob(parts, scene, valve, id);
    }

    private MiniCluster cluster() {
        return parts.cluster();
    }

    public JobStatus status() {
        return Scene.get(cluster().getJobStatus(id));
    }

    /** Fails with the job's own reason where the job has failed. */
    void assertNotFailed() {
        if (status() == JobStatus.FAILED) {
            throw new AssertionError("the job has failed", awaitFailed());
        }
    }

    /** Waits until every task runs or has finished: only then can a checkpoint be cut. */
    RunningJob awaitTasks() {
        await("all tasks running").until(this::tasksAreRunning);
        return this;
    }

    private boolean tasksAreRunning() {
        JobStatus status = status();
        if (status.isGloballyTerminalState()) {
            assertNotFailed();
            fail("the job is " + status + ": " + result());
        }
        if (status != JobStatus.RUNNING) {
            return false;
        }
        for (AccessExecutionVertex vertex :
                Scene.get(cluster().getExecutionGraph(id)).getAllExecutionVertices()) {
            ExecutionState state = vertex.getExecutionState();
            if (state != ExecutionState.RUNNING && state != ExecutionState.FINISHED) {
                return false;
            }
        }
        return true;
    }

    /** Cuts a checkpoint now, waits until it is complete, and returns where it is. */
    public String checkpoint() {
        awaitTasks();
        return requireNonNull(
                await("a checkpoint")
                        .ignoreExceptions()
                        .until(() -> cluster().triggerCheckpoint(id).get(), path -> path != null));
    }

    /** Waits until a complete checkpoint holds that all of the topic was read. */
    public RunningJob awaitCaughtUp() {
        await("a checkpoint at the log's end")
                .until(
                        () -> {
                            tasksAreRunning();
                            return valve.checkpointed().equals(scene.ends());
                        });
        return this;
    }

    /** The same where no checkpoint comes by itself. */
    public RunningJob checkpointUntilCaughtUp() {
        await("a checkpoint at the log's end")
                .until(
                        () -> {
                            checkpoint();
                            return valve.checkpointed().equals(scene.ends());
                        });
        return this;
    }

    /** Stops the job as at the end of all input: every window flushes. */
    public void drain() {
        stop(true);
    }

    /** Stops the job so that it can go on, and returns the savepoint. */
    public String stopWithSavepoint() {
        return stop(false);
    }

    /** Takes a savepoint of the job, which goes on, and returns where it is. */
    String savepoint() {
        awaitTasks();
        return Scene.get(
                cluster()
                        .triggerSavepoint(
                                id,
                                parts.newDirectory("savepoint").toUri().toString(),
                                false,
                                SavepointFormatType.CANONICAL));
    }

    private String stop(boolean drain) {
        awaitTasks();
        String savepoint =
                Scene.get(
                        cluster()
                                .stopWithSavepoint(
                                        id,
                                        parts.newDirectory("savepoint").toUri().toString(),
                                        drain,
                                        SavepointFormatType.CANONICAL));
        awaitFinished();
        return savepoint;
    }

    void cancel() {
        Scene.get(cluster().cancelJob(id));
        await("the job's end").until(() -> status().isGloballyTerminalState());
    }

    /** Waits until the job has ended by itself, in good order. */
    void awaitFinished() {
        result();
        assertNotFailed();
        assertThat(status()).isEqualTo(JobStatus.FINISHED);
    }

    /** Waits until the job has failed for good, and returns why. */
    public Throwable awaitFailed() {
        return result().getSerializedThrowable()
                .orElseThrow(() -> new AssertionError("the job was to fail, but ended"))
                .deserializeError(RunningJob.class.getClassLoader());
    }

    private JobResult result() {
        try {
            return cluster().requestJobResult(id).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new AssertionError("no end of the job; it is " + status(), failed);
        }
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(50));
    }
}
