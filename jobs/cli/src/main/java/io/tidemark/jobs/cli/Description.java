package io.tidemark.jobs.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** What a job says of itself when it is asked with all its options. */
public interface Description {

    /** The description as one JSON document on one line. */
    String toJson();

    /** The answer of a job that refuses its options. */
    static String usageError(String reason) {
        return write(json -> json.writeStringField("usage_error", reason));
    }

    /** One JSON object with the given fields. */
    static String write(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            body.write(json);
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a string refused a write", impossible);
        }
        return text.toString();
    }

    /** Writes the fields of an object. */
    @FunctionalInterface
    interface Body {

        /** Writes them. */
        void write(JsonGenerator json) throws IOException;
    }
}
