package io.tidemark.operators.deadletter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * The JSON form of a dead letter: {@code
 * {"topic","partition","offset","reason","detail","payload_base64","payload_bytes","truncated"}}.
 *
 * <p>{@code payload_base64} is null for a tombstone.
 */
public final class DeadLetterJson {

    private static final JsonFactory JSON = new JsonFactory();

    private DeadLetterJson() {}

    /** The letter as one JSON object in UTF-8. */
    public static byte[] write(DeadLetter letter) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("topic", letter.topic());
            json.writeNumberField("partition", letter.partition());
            json.writeNumberField("offset", letter.offset());
            json.writeStringField("reason", letter.reason().label());
            json.writeStringField("detail", letter.detail());
            byte[] payload = letter.payload();
            json.writeStringField(
                    "payload_base64",
                    payload == null ? null : Base64.getEncoder().encodeToString(payload));
            json.writeNumberField("payload_bytes", letter.payloadBytes());
            json.writeBooleanField("truncated", letter.truncated());
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a byte array refused a write", impossible);
        }
        return bytes.toByteArray();
    }
}
