package io.tidemark.operators.sink.jdbc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A row that the table refused, as the table of dead rows keeps it: in ASCII, other characters as
 * JSON escapes them. A row may have been refused for a character that the database's encoding
 * lacks, and what is kept of it must not be refused for the same.
 *
 * @param key the key columns and their texts, a JSON object
 * @param row all columns and their texts, a JSON object
 */
record DeadRow(
        String sink, String key, Version version, String sqlState, String reason, String row) {

    /** The types of the columns that a dead row is inserted by. */
    static final List<String> TYPES =
            List.of("text", "json", "bigint", "bigint", "text", "text", "json");

    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final int FIRST_BEYOND_ASCII = 0x80;

    static DeadRow of(String sink, String key, Version version, SQLException refusal, String row) {
        String state = refusal.getSQLState();
        String reason = refusal.getMessage();
        return new DeadRow(
                sink,
                key,
                version,
                state == null ? "" : state,
                reason == null ? "" : ascii(readable(reason)),
                row);
    }

    /** A JSON object of the columns' names and texts. */
    static String json(List<String> names, List<@Nullable String> texts) {
        StringWriter written = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(written)) {
            json.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                String text = texts.get(i);
                json.writeStringField(names.get(i), text == null ? null : readable(text));
            }
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return written.toString();
    }

    private static String ascii(String text) {
        StringBuilder ascii = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < FIRST_BEYOND_ASCII) {
                ascii.append(c);
            } else {
                ascii.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
            }
        }
        return ascii.toString();
    }

    /** The text with a picture of the null character, which no text of PostgreSQL can hold. */
    private static String readable(String text) {
        return text.replace('\0', '\u2400');
    }
}
