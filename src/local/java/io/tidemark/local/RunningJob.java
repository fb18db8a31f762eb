package io.tidemark.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job that was submitted to a cluster, seen and steered through the cluster's REST interface. */
final class RunningJob {
    private static final Set<String> ENDED = Set.of("FINISHED", "CANCELED", "FAILED");
    private static final Duration SAVEPOINT_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 100;

    /** The metric of a Kafka source that names the last offset it has read of a partition. */
    private static final Pattern READ_OFFSET =
            Pattern.compile(
                    ".*KafkaSourceReader\\.topic\\..*\\.partition\\.(\\d+)\\.currentOffset");

    private final FlinkRest rest;
    private final String id;

    private RunningJob(FlinkRest rest, String id) {
        this.rest = rest;
        this.id = id;
    }

    static RunningJob of(FlinkRest rest, String id) {
        return new RunningJob(rest, id);
    }

    /** The id that the cluster gave the job. */
    String id() {
        return id;
    }

    /** The job's status in Flink's words, such as RUNNING, RESTARTING or FAILED. */
    String status() throws JobFailed {
        return rest.get(path("/status")).required("status").asText();
    }

    /** Whether this status is one that a job never leaves. */
    static boolean isEnded(String status) {
        return ENDED.contains(status);
    }

    /** Whether every task has been deployed and is at work: before that, no savepoint succeeds. */
    boolean isAtWork() throws JobFailed {
        JsonNode job = rest.get(path(""));
        if (!job.required("state").asText().equals("RUNNING")) {
            return false;
        }
        for (JsonNode vertex : job.required("vertices")) {
            JsonNode tasks = vertex.required("tasks");
            int atWork = tasks.path("RUNNING").asInt() + tasks.path("FINISHED").asInt();
            if (atWork < vertex.required("parallelism").asInt()) {
                return false;
            }
        }
        return true;
    }

    /** How many checkpoints the job has completed since it was submitted. */
    long completedCheckpoints() throws JobFailed {
        return rest.get(path("/checkpoints")).required("counts").required("completed").asLong();
    }

    /** Why the job failed or restarted last, the root cause first; empty if it never did. */
    List<String> failure() throws JobFailed {
        JsonNode newest = rest.get(path("/exceptions")).path("exceptionHistory").path("entries");
        return newest.isEmpty()
                ? List.of()
                : RootCause.of(newest.get(0).path("stacktrace").asText());
    }

    /**
     * The lowest watermark that any task has been given, in epoch milliseconds; empty while a task
     * has none.
     */
    OptionalLong watermark() throws JobFailed {
        long lowest = Long.MAX_VALUE;
        boolean any = false;
        for (JsonNode vertex : rest.get(path("")).required("vertices")) {
            JsonNode watermarks =
                    rest.get(path("/vertices/" + vertex.required("id").asText() + "/watermarks"));
            for (JsonNode watermark : watermarks) {
                lowest = Math.min(lowest, watermark.required("value").asLong(Long.MIN_VALUE));
                any = true;
            }
        }
        return any && lowest != Long.MIN_VALUE ? OptionalLong.of(lowest) : OptionalLong.empty();
    }

    /**
     * The offset behind the last record that the job has read, by partition of its input; a
     * partition of which it has read nothing since it started is left out.
     *
     * <p>These are the source's own metrics, about a second old. They are ahead of the offsets that
     * the group commits: those wait for a checkpoint, and in a quiet topic another ten seconds for
     * the source's consumer.
     */
    Map<Integer, Long> readOffsets() throws JobFailed {
        Map<Integer, Long> offsets = new HashMap<>();
        for (JsonNode vertex : rest.get(path("")).required("vertices")) {
            String metrics =
                    path("/vertices/" + vertex.required("id").asText() + "/subtasks/metrics");
            List<String> names = new ArrayList<>();
            for (JsonNode metric : rest.get(metrics)) {
                String name = metric.required("id").asText();
                if (READ_OFFSET.matcher(name).matches()) {
                    names.add(name);
                }
            }
            if (names.isEmpty()) {
                continue;
            }
            String query =
                    metrics
                            + "?agg=max&get="
                            + URLEncoder.encode(String.join(",", names), StandardCharsets.UTF_8);
            for (JsonNode metric : rest.get(query)) {
                Matcher name = READ_OFFSET.matcher(metric.required("id").asText());
                long last = (long) metric.required("max").asDouble();
                if (name.matches() && last >= 0) {
                    offsets.merge(Integer.valueOf(name.group(1)), last + 1, Math::max);
                }
            }
        }
        return offsets;
    }

    /**
     * The sum of a metric over all subtasks of the operators that have it, about a second old;
     * empty if none has it yet.
     */
    OptionalLong sumOfMetric(String metric) throws JobFailed {
        double sum = 0;
        boolean any = false;
        for (JsonNode vertex : rest.get(path("")).required("vertices")) {
            String metrics =
                    path("/vertices/" + vertex.required("id").asText() + "/subtasks/metrics");
            for (JsonNode known : rest.get(metrics)) {
                String name = known.required("id").asText();
                if (name.equals(metric) || name.endsWith("." + metric)) {
                    String query =
                            metrics
                                    + "?agg=sum&get="
                                    + URLEncoder.encode(name, StandardCharsets.UTF_8);
                    for (JsonNode value : rest.get(query)) {
                        sum += value.required("sum").asDouble();
                        any = true;
                    }
                }
            }
        }
        return any ? OptionalLong.of((long) sum) : OptionalLong.empty();
    }

    /** Writes a savepoint below this directory, the job goes on; returns the savepoint's path. */
    Path savepoint(Path directory) throws JobFailed {
        awaitAtWork();
        JsonNode trigger =
                rest.post(
                        path("/savepoints"),
                        Map.of(
                                "target-directory",
                                directory.toUri().toString(),
                                "cancel-job",
                                false,
                                "formatType",
                                "CANONICAL"));
        return awaitSavepoint(trigger);
    }

    /**
     * Stops the job with a savepoint below this directory and returns the savepoint's path; the job
     * has ended then.
     *
     * @param drain whether windows that are open are closed first, as if time had come to its end.
     *     Such a savepoint is no place to go on from.
     */
    Path stop(Path directory, boolean drain) throws JobFailed {
        awaitAtWork();
        JsonNode trigger =
                rest.post(
                        path("/stop"),
                        Map.of(
                                "targetDirectory",
                                directory.toUri().toString(),
                                "drain",
                                drain,
                                "formatType",
                                "CANONICAL"));
        Path savepoint = awaitSavepoint(trigger);
        awaitEnd();
        return savepoint;
    }

    /** Ends the job at once, without a savepoint; returns when it has ended. */
    void cancel() throws JobFailed {
        rest.cancel(id);
        awaitEnd();
    }

    private void awaitAtWork() throws JobFailed {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!isAtWork()) {
            String status = status();
            if (isEnded(status)) {
                List<String> reasons = failure();
                throw new JobFailed(
                        reasons.isEmpty()
                                ? List.of(
                                        "the job is "
                                                + status
                                                + " already: there is nothing to stop or to save")
                                : reasons);
            }
            if (System.nanoTime() > deadline) {
                throw new JobFailed(
                        "the job's tasks did not all start within "
                                + START_TIMEOUT.toSeconds()
                                + " s: its state cannot be saved");
            }
            Pause.millis(POLL_MILLIS);
        }
    }

    private Path awaitSavepoint(JsonNode trigger) throws JobFailed {
        String request = trigger.required("request-id").asText();
        long deadline = System.nanoTime() + SAVEPOINT_TIMEOUT.toNanos();
        while (true) {
            JsonNode savepoint = rest.get(path("/savepoints/" + request));
            if (savepoint.required("status").required("id").asText().equals("COMPLETED")) {
                JsonNode operation = savepoint.required("operation");
                if (operation.hasNonNull("failure-cause")) {
                    throw new JobFailed(
                            RootCause.of(
                                    operation.get("failure-cause").path("stack-trace").asText()));
                }
                return Path.of(URI.create(operation.required("location").asText()));
            }
            if (System.nanoTime() > deadline) {
                throw new JobFailed(
                        "no savepoint within " + SAVEPOINT_TIMEOUT.toSeconds() + " s: see the log");
            }
            Pause.millis(POLL_MILLIS);
        }
    }

    private void awaitEnd() throws JobFailed {
        while (!isEnded(status())) {
            Pause.millis(POLL_MILLIS);
        }
    }

    private String path(String suffix) {
        return "/jobs/" + id + suffix;
    }
}
