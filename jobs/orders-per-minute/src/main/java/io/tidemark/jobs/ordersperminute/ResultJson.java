package io.tidemark.jobs.ordersperminute;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * The JSON form of a result: the value {@code
 * {"window_start","window_end","key","count","sum","pane"}} and the message key {@code
 * {"key","window_start"}}, which makes the compacted topic the table of results. The sum is a JSON
 * number with all its digits.
 */
final class ResultJson {

    private static final JsonFactory JSON =
            JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

    private ResultJson() {}

    static byte[] key(OrdersInWindow result) {
        return write(
                json -> {
                    json.writeStringField("key", result.key());
                    json.writeStringField(
                            "window_start", Instant.ofEpochMilli(result.windowStart()).toString());
                });
    }

    static byte[] value(OrdersInWindow result) {
        return write(
                json -> {
                    json.writeStringField(
                            "window_start", Instant.ofEpochMilli(result.windowStart()).toString());
                    json.writeStringField(
                            "window_end", Instant.ofEpochMilli(result.windowEnd()).toString());
                    json.writeStringField("key", result.key());
                    json.writeNumberField("count", result.count());
                    json.writeNumberField("sum", result.sum());
                    json.writeStringField("pane", result.pane().label());
                });
    }

    private static byte[] write(Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(192);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a byte array refused a write", impossible);
        }
        return bytes.toByteArray();
    }

    @FunctionalInterface
    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }
}
