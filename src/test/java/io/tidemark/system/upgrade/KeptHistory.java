package io.tidemark.system.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Fed;
import io.tidemark.system.Fed.Placed;
import io.tidemark.system.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A log of orders in a file, a record a line: what a savepoint has read must be the same for ever,
 * whatever becomes of the code that invented it.
 */
final class KeptHistory {

    private KeptHistory() {}

    static List<Fed> read(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(KeptHistory::read).toList();
    }

    static void write(Path file, List<Fed> history) throws IOException {
        Files.write(file, history.stream().map(KeptHistory::line).toList());
    }

    private static Fed read(String text) {
        JsonNode line = Json.read(text.getBytes(UTF_8));
        int partition = line.required("partition").asInt();
        long logTime = line.required("log_time").asLong();
        JsonNode payload = line.required("payload");
        byte[] bytes = payload.isNull() ? null : payload.asText().getBytes(UTF_8);
        if (bytes == null || line.has("rejected_for")) {
            return Fed.unreadable(
                    partition, logTime, bytes, line.required("rejected_for").asText());
        }
        JsonNode order = Json.read(bytes);
        return Fed.order(
                partition,
                logTime,
                bytes,
                new Placed(
                        order.required("order_id").asText(),
                        order.required("country").asText(),
                        Instant.parse(order.required("ordered_at").asText()).toEpochMilli(),
                        new BigDecimal(order.required("amount").asText())));
    }

    private static String line(Fed fed) {
        ObjectNode line = Json.object().put("partition", fed.partition());
        line.put("log_time", fed.logTime());
        byte[] payload = fed.payload();
        line.put("payload", payload == null ? null : new String(payload, UTF_8));
        if (fed.order() == null) {
            line.put("rejected_for", fed.rejectedFor());
        }
        return line.toString();
    }
}
