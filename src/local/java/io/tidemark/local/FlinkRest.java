package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A client of a Flink cluster's REST interface, as far as a run needs it.
 *
 * <p>Every method throws {@link JobFailed}, with the root cause, if the cluster answers with an
 * error, {@link WrongUsage} if that error is a job's word that its options are wrong, and {@link
 * UncheckedIOException} if it does not answer.
 */
final class FlinkRest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Long, because the job's main method runs within the request that submits it. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(3);

    private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 50;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;

    private FlinkRest(URI address) {
        this.address = address;
    }

    /** A client of the cluster at this address; nothing is sent yet. */
    static FlinkRest at(URI address) {
        return new FlinkRest(address);
    }

    /**
     * Waits until the cluster takes requests: for a moment after its start it only says that it is
     * about to elect its leader.
     */
    void awaitReady() throws JobFailed {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (true) {
            try {
                get("/overview");
                return;
            } catch (JobFailed e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
            Pause.millis(POLL_MILLIS);
        }
    }

    /** Brings a jar to the cluster and returns the name by which the cluster knows it. */
    String upload(Path jar) throws JobFailed {
        String boundary = UUID.randomUUID().toString();
        String head =
                String.join(
                        "\r\n",
                        "--" + boundary,
                        "Content-Disposition: form-data; name=\"jarfile\"; filename=\"%s\""
                                .formatted(jar.getFileName()),
                        "Content-Type: application/x-java-archive",
                        "",
                        "");
        String tail = "\r\n--%s--\r\n".formatted(boundary);
        try {
            BodyPublisher body =
                    BodyPublishers.concat(
                            BodyPublishers.ofString(head, UTF_8),
                            BodyPublishers.ofFile(jar),
                            BodyPublishers.ofString(tail, UTF_8));
            JsonNode answer =
                    send(
                            request("/jars/upload")
                                    .header(
                                            "Content-Type",
                                            "multipart/form-data; boundary=" + boundary)
                                    .POST(body));
            return Path.of(answer.required("filename").asText()).getFileName().toString();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + jar, e);
        }
    }

    /**
     * Runs an uploaded jar's main method in the cluster and returns the id of the job that it
     * submits.
     *
     * @param startFrom the savepoint or checkpoint to go on from, if any
     */
    String run(String jarId, List<String> arguments, int parallelism, Optional<Path> startFrom)
            throws JobFailed {
        var body = JSON.createObjectNode();
        arguments.forEach(body.putArray("programArgsList")::add);
        body.put("parallelism", parallelism);
        startFrom.ifPresent(value -> body.put("savepointPath", value.toUri().toString()));
        return post("/jars/" + jarId + "/run", body).required("jobid").asText();
    }

    JsonNode get(String path) throws JobFailed {
        return send(request(path).GET());
    }

    JsonNode post(String path, JsonNode body) throws JobFailed {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString(), UTF_8)));
    }

    JsonNode post(String path, Map<String, ?> body) throws JobFailed {
        return post(path, JSON.<JsonNode>valueToTree(body));
    }

    /** Asks the cluster to stop this job at once. */
    void cancel(String jobId) throws JobFailed {
        send(request("/jobs/" + jobId + "?mode=cancel").method("PATCH", BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve(path)).timeout(REQUEST_TIMEOUT);
    }

    private JsonNode send(HttpRequest.Builder request) throws JobFailed {
        try {
            HttpResponse<String> response =
                    http.send(request.build(), BodyHandlers.ofString(UTF_8));
            if (response.statusCode() / 100 != 2) {
                throw refusal(response.body());
            }
            return response.body().isEmpty()
                    ? JSON.createObjectNode()
                    : JSON.readTree(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted"));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the Flink cluster at " + address + " does not answer: " + e.getMessage(), e);
        }
    }

    /** The last error is the most telling: the ones before it only name the kind. */
    private static JobFailed refusal(String body) throws IOException {
        JsonNode errors = JSON.readTree(body).path("errors");
        String trace = errors.isEmpty() ? body : errors.get(errors.size() - 1).asText();
        if (RootCause.isWrongUsage(trace)) {
            throw new WrongUsage(RootCause.of(trace).get(0));
        }
        return new JobFailed(RootCause.of(trace));
    }
}
