package io.tidemark.operators.late;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The JSON form of a late event: {@code {"event":…the
 * original…,"partition","late_by_ms","watermark","missed_window_end"}}, without {@code partition}
 * where that is not known.
 */
public final class LateJson {

    /**
     * Characters beyond the basic plane as they are: as pairs of escapes they would take three
     * times their bytes, and a large event would outgrow what the log takes.
     */
    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                    .build();

    private LateJson() {}

    /**
     * The late event as one JSON object on one line, in UTF-8.
     *
     * @param originalJson the event as it stood in the log; if it is no JSON it is quoted as a
     *     string
     */
    public static byte[] write(Late<?> late, byte[] originalJson) {
        try {
            return write(late, originalJson, true);
        } catch (IOException notJson) {
            try {
                return write(late, originalJson, false);
            } catch (IOException impossible) {
                throw new UncheckedIOException("a byte array refused a write", impossible);
            }
        }
    }

    private static byte[] write(Late<?> late, byte[] originalJson, boolean embedded)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(originalJson.length + 128);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeFieldName("event");
            if (embedded) {
                try (JsonParser original = JSON.createParser(originalJson)) {
                    copyOnlyValue(original, json);
                }
            } else {
                json.writeString(new String(originalJson, StandardCharsets.UTF_8));
            }
            if (late.partition() != Late.UNKNOWN_PARTITION) {
                json.writeNumberField("partition", late.partition());
            }
            json.writeNumberField("late_by_ms", late.lateByMillis());
            json.writeStringField("watermark", Instant.ofEpochMilli(late.watermark()).toString());
            json.writeStringField(
                    "missed_window_end", Instant.ofEpochMilli(late.missedWindowEnd()).toString());
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void copyOnlyValue(JsonParser original, JsonGenerator json) throws IOException {
        int depth = 0;
        do {
            JsonToken token = original.nextToken();
            if (token == null) {
                throw new JsonParseException(original, "no JSON value");
            }
            if (token.isNumeric()) {
                // As text, for a number that is parsed loses digits, or does not fit into memory.
                json.writeNumber(original.getText());
            } else {
                json.copyCurrentEvent(original);
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        } while (depth > 0);
        if (original.nextToken() != null) {
            throw new JsonParseException(original, "several JSON values");
        }
    }
}
