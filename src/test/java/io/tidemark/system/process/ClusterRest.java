package io.tidemark.system.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The REST endpoint of a Flink cluster on the loopback interface. */
public final class ClusterRest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .build();
    private final String address;

    /** The one at this port. */
    public ClusterRest(int port) {
        address = "http://127.0.0.1:" + port;
    }

    /** Resource ids of the TaskManagers that are registered. */
    public List<String> taskManagers() {
        List<String> ids = new ArrayList<>();
        get("/taskmanagers").get("taskmanagers").forEach(node -> ids.add(node.get("id").asText()));
        return ids;
    }

    /**
     * What stands at a path.
     *
     * @throws UncheckedIOException if nobody answers, or answers with an error
     */
    public JsonNode get(String path) {
        return send(HttpRequest.newBuilder(URI.create(address + path)).GET());
    }

    /** Sends a document and returns the answer. */
    public JsonNode post(String path, Object document) {
        return send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(text(document))));
    }

    /** Changes what stands at a path. */
    public JsonNode patch(String path) {
        return send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .method("PATCH", HttpRequest.BodyPublishers.noBody()));
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    client.send(
                            request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 400) {
                throw new IOException(
                        response.uri()
                                + " answers "
                                + response.statusCode()
                                + ": "
                                + response.body());
            }
            return response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String text(Object document) {
        try {
            return JSON.writeValueAsString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
