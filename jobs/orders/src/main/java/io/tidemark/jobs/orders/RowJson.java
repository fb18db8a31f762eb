package io.tidemark.jobs.orders;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * What the JSON forms of all rows have in common. A decimal is a JSON number with all its digits, a
 * time is ISO 8601 in UTC.
 */
public final class RowJson {

    private static final JsonFactory JSON =
            JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

    private RowJson() {}

    /** Writes the fields of an object. */
    @FunctionalInterface
    public interface Fields {

        /** Writes them. */
        void write(JsonGenerator json) throws IOException;
    }

    /** An object, in UTF-8. */
    public static byte[] object(Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(192);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a byte array refused a write", impossible);
        }
        return bytes.toByteArray();
    }

    /** Writes a time, epoch milliseconds. */
    public static void time(JsonGenerator json, String field, long millis) throws IOException {
        json.writeStringField(field, Instant.ofEpochMilli(millis).toString());
    }

    /** Writes count and sum. */
    public static void totals(JsonGenerator json, OrderTotals.Totals totals) throws IOException {
        json.writeNumberField("count", totals.count());
        json.writeNumberField("sum", totals.sum());
    }

    /**
     * Writes whether the window was complete, by the watermark of an order's partition, before one
     * of its orders came: {@code late_update}, else {@code on_time}. The verdict is the gate's, so
     * that the last row of a window is the same in every run.
     *
     * @param met the highest watermark that one of its orders met
     * @param windowEnd the window's end, exclusive
     */
    public static void pane(JsonGenerator json, long met, long windowEnd) throws IOException {
        json.writeStringField("pane", met >= windowEnd - 1 ? "late_update" : "on_time");
    }
}
