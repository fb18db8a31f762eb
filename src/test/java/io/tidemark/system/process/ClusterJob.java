package io.tidemark.system.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A job on a {@link FlinkCluster}; each call is answered by whatever JobManager leads then. */
public final class ClusterJob {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ClusterRest rest;
    private final String id;

    private ClusterJob(ClusterRest rest, String id) {
        this.rest = rest;
        this.id = id;
    }

    /** Hands a job to the cluster. */
    public static ClusterJob submit(FlinkCluster cluster, StreamGraph graph) {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.PORT, cluster.restPort());
        try (RestClusterClient<StandaloneClusterId> client =
                new RestClusterClient<>(configuration, StandaloneClusterId.getInstance())) {
            return new ClusterJob(
                    cluster.rest(), client.submitJob(graph.getJobGraph()).get().toHexString());
        } catch (Exception failed) {
            throw new AssertionError("the cluster did not take the job", failed);
        }
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** Its state, in Flink's words; empty while no JobManager knows it. */
    public Optional<String> state() {
        return known(() -> rest.get("/jobs/" + id).get("state").asText());
    }

    /** Waits until every task runs. */
    public ClusterJob awaitRunning() {
        await("all tasks of job " + id + " running").until(this::isRunning);
        return this;
    }

    private boolean isRunning() {
        Optional<JsonNode> job = known(() -> rest.get("/jobs/" + id));
        if (job.isEmpty()) {
            return false;
        }
        String state = job.get().get("state").asText();
        if (state.equals("FAILED") || state.equals("CANCELED") || state.equals("FINISHED")) {
            throw new AssertionError("the job is " + state + ": " + failure());
        }
        if (!state.equals("RUNNING")) {
            return false;
        }
        for (JsonNode vertex : job.get().get("vertices")) {
            int running = vertex.at("/tasks/RUNNING").asInt();
            if (running + vertex.at("/tasks/FINISHED").asInt()
                    != vertex.get("parallelism").asInt()) {
                return false;
            }
        }
        return true;
    }

    /** How often it has been started anew. */
    public int restarts() {
        return known(() -> rest.get("/jobs/" + id + "/checkpoints"))
                .map(checkpoints -> checkpoints.at("/counts/restored").asInt())
                .orElse(0);
    }

    /** Cuts a checkpoint and waits until it is complete; tries again while none can be cut. */
    public long checkpoint() {
        awaitRunning();
        long[] completed = new long[1];
        await("a checkpoint of job " + id)
                .until(
                        () -> {
                            if (!isRunning()) {
                                return false;
                            }
                            Optional<Long> checkpoint = awaitCheckpoint(triggerCheckpoint());
                            checkpoint.ifPresent(found -> completed[0] = found);
                            return checkpoint.isPresent();
                        });
        return completed[0];
    }

    /** Asks for a checkpoint and returns the request's id at once; empty if nobody took it. */
    public Optional<String> triggerCheckpoint() {
        return known(
                () ->
                        rest.post(
                                        "/jobs/" + id + "/checkpoints",
                                        Map.of("checkpointType", "CONFIGURED"))
                                .get("request-id")
                                .asText());
    }

    private Optional<Long> awaitCheckpoint(Optional<String> request) {
        if (request.isEmpty()) {
            return Optional.empty();
        }
        JsonNode[] answer = new JsonNode[1];
        await("the end of a checkpoint")
                .until(
                        () -> {
                            Optional<JsonNode> asked =
                                    known(
                                            () ->
                                                    rest.get(
                                                            "/jobs/"
                                                                    + id
                                                                    + "/checkpoints/"
                                                                    + request.get()));
                            if (asked.isEmpty()) {
                                return true;
                            }
                            answer[0] = asked.get();
                            return answer[0].at("/status/id").asText().equals("COMPLETED");
                        });
        if (answer[0] == null || answer[0].at("/operation/checkpointId").isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(answer[0].at("/operation/checkpointId").asLong());
    }

    /** The checkpoints of which the JobManager knows, newest first. */
    public List<Checkpoint> checkpoints() {
        List<Checkpoint> checkpoints = new ArrayList<>();
        known(() -> rest.get("/jobs/" + id + "/checkpoints"))
                .ifPresent(
                        known ->
                                known.get("history")
                                        .forEach(entry -> checkpoints.add(Checkpoint.of(entry))));
        return checkpoints;
    }

    /**
     * One checkpoint.
     *
     * @param path where it was kept; empty if it is not complete
     */
    public record Checkpoint(long id, String status, int acknowledged, String path) {
        static Checkpoint of(JsonNode node) {
            return new Checkpoint(
                    node.get("id").asLong(),
                    node.get("status").asText(),
                    node.path("num_acknowledged_subtasks").asInt(),
                    node.path("external_path").asText(""));
        }

        /** Whether it is complete. */
        public boolean isComplete() {
            return status.equals("COMPLETED");
        }
    }

    /** The newest complete checkpoint. */
    public Optional<Checkpoint> newest() {
        return checkpoints().stream().filter(Checkpoint::isComplete).findFirst();
    }

    /** The TaskManager on which a subtask of the named operator runs. */
    public String taskManagerOf(String operator, int subtask) {
        return rest.get("/jobs/" + id + "/vertices/" + vertex(operator).get("id").asText())
                .get("subtasks")
                .get(subtask)
                .get("taskmanager-id")
                .asText();
    }

    /** How many subtasks the named operator has. */
    public int parallelismOf(String operator) {
        return vertex(operator).get("parallelism").asInt();
    }

    private JsonNode vertex(String operator) {
        for (JsonNode vertex : rest.get("/jobs/" + id).get("vertices")) {
            if (vertex.get("name").asText().contains(operator)) {
                return vertex;
            }
        }
        throw new AssertionError("no vertex of the job has " + operator + " in its name");
    }

    /** Stops it with a savepoint and returns where that is. */
    public String stop(String directory, boolean drain) {
        String request = beginStop(directory, drain);
        JsonNode[] answer = new JsonNode[1];
        await("the savepoint of job " + id)
                .until(
                        () -> {
                            answer[0] = rest.get("/jobs/" + id + "/savepoints/" + request);
                            return answer[0].at("/status/id").asText().equals("COMPLETED");
                        });
        JsonNode location = answer[0].at("/operation/location");
        if (location.isMissingNode()) {
            throw new AssertionError("no savepoint: " + answer[0] + "\n" + failure());
        }
        awaitState("FINISHED");
        return location.asText();
    }

    /** Asks to stop it with a savepoint and returns the request's id at once. */
    public String beginStop(String directory, boolean drain) {
        awaitRunning();
        return rest.post(
                        "/jobs/" + id + "/stop",
                        Map.of("targetDirectory", directory, "drain", drain))
                .get("request-id")
                .asText();
    }

    /** Cancels it and waits until it is gone. */
    public void cancel() {
        beginCancel();
        awaitState("CANCELED");
    }

    /** Asks to cancel it and returns at once; it is not restarted any more. */
    public void beginCancel() {
        rest.patch("/jobs/" + id + "?mode=cancel");
    }

    /** Cancels it if it has not ended. */
    public void cancelIfRunning() {
        Optional<String> state = state();
        if (state.isPresent() && !List.of("FAILED", "CANCELED", "FINISHED").contains(state.get())) {
            cancel();
        }
    }

    /** Waits until it is in this state. */
    public void awaitState(String wanted) {
        await("job " + id + " " + wanted)
                .until(
                        () -> {
                            Optional<String> state = state();
                            if (state.isPresent()
                                    && !state.get().equals(wanted)
                                    && List.of("FAILED", "CANCELED", "FINISHED")
                                            .contains(state.get())) {
                                throw new AssertionError(
                                        "the job is " + state.get() + ": " + failure());
                            }
                            return state.isPresent() && state.get().equals(wanted);
                        });
    }

    /** Why it has failed last, as a stack trace; empty if it has not. */
    public String failure() {
        return known(
                        () -> {
                            StringBuilder text = new StringBuilder();
                            rest.get("/jobs/" + id + "/exceptions")
                                    .at("/exceptionHistory/entries")
                                    .forEach(
                                            entry ->
                                                    text.append(entry.get("stacktrace").asText())
                                                            .append('\n'));
                            return text.toString();
                        })
                .orElse("");
    }

    /** Nothing while the JobManager is gone or new. */
    private static <T> Optional<T> known(Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (UncheckedIOException silent) {
            return Optional.empty();
        }
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(50));
    }
}
