package io.tidemark.operators.deadletter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a few named top-level fields of JSON objects, as the text in which they were written.
 *
 * <p>Strings, numbers and booleans are plain values and all come as text, numbers in the digits of
 * the source: whoever wants a decimal parses it without ever passing through a {@code double}.
 * Where a name stands twice in one object, its last value counts. Fields that were not asked for
 * are skipped, but the whole document must be well formed, its UTF-8 included: the parser alone
 * would take {@code C0 80} for a zero, and two bytes that are six when they are written again make
 * messages of records that were small enough, and no broker takes them.
 *
 * <p>One instance is reused for all records of one task and is not thread-safe; a record costs one
 * pass over its bytes and one string a wanted field.
 */
public final class JsonFields {

    private static final JsonFactory JSON =
            JsonFactory.builder().disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).build();
    private static final int MAX_QUOTED_CHARS = 60;

    /**
     * The longest text that a field may hold, inclusive, in characters: fields become keys of state
     * and of messages, and one of half a megabyte would make a message that no broker takes.
     */
    public static final int MAX_TEXT_CHARS = 4096;

    private final String[] names;
    private final @Nullable String[] texts;
    private final boolean[] nested;

    private JsonFields(List<String> names) {
        this.names = names.toArray(String[]::new);
        this.texts = new String[names.size()];
        this.nested = new boolean[names.size()];
    }

    /**
     * A reader of the given fields; they are asked for by their place in this list. A name may
     * stand in it more than once.
     */
    public static JsonFields named(List<String> names) {
        return new JsonFields(names);
    }

    /**
     * Reads one document; the fields of the one before are forgotten.
     *
     * @throws RejectedRecordException if it is not well-formed JSON ({@link Reason#NOT_JSON}) or
     *     not an object ({@link Reason#NOT_AN_OBJECT})
     */
    public void read(byte[] document) throws RejectedRecordException {
        for (int i = 0; i < names.length; i++) {
            texts[i] = null;
            nested[i] = false;
        }
        try (JsonParser parser = JSON.createParser(document)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw notAnObject(first, parser);
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                readField(parser, parser.currentName());
            }
            if (parser.nextToken() != null) {
                throw RejectedRecordException.because(
                        Reason.NOT_JSON,
                        "something follows the JSON object: " + quote(parser.getText()));
            }
            // The parser tells UTF-16 and UTF-32 by their zeros, and reads everything else as
            // UTF-8, too kindly.
            if (parser instanceof UTF8StreamJsonParser) {
                requireUtf8(document);
            }
        } catch (JsonProcessingException malformed) {
            throw RejectedRecordException.because(
                    Reason.NOT_JSON, malformed.getOriginalMessage() + position(malformed));
        } catch (IOException undecodable) {
            // Four bytes that look like UTF-32 at the start, and are none further on.
            throw RejectedRecordException.because(
                    Reason.NOT_JSON, String.valueOf(undecodable.getMessage()));
        }
    }

    private static void requireUtf8(byte[] document) throws RejectedRecordException {
        int malformed = Utf8.firstMalformed(document);
        if (malformed >= 0) {
            throw RejectedRecordException.because(
                    Reason.NOT_JSON, "invalid UTF-8 (byte " + malformed + ")");
        }
    }

    private void readField(JsonParser parser, String name) throws IOException {
        JsonToken value = parser.nextToken();
        String text = null;
        boolean textRead = false;
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                if (!textRead) {
                    text =
                            value.isScalarValue() && value != JsonToken.VALUE_NULL
                                    ? parser.getText()
                                    : null;
                    textRead = true;
                }
                texts[i] = text;
                nested[i] = value.isStructStart();
            }
        }
        parser.skipChildren();
    }

    /**
     * The text of a plain value.
     *
     * @throws RejectedRecordException if the field is absent or null ({@link
     *     Reason#FIELD_MISSING}), holds an object or array ({@link Reason#WRONG_TYPE}), or more
     *     than {@link #MAX_TEXT_CHARS} characters ({@link Reason#TOO_LARGE})
     */
    public String text(int index) throws RejectedRecordException {
        String text = texts[index];
        if (text != null) {
            if (text.length() > MAX_TEXT_CHARS) {
                throw RejectedRecordException.because(
                        Reason.TOO_LARGE,
                        "field \""
                                + names[index]
                                + "\" holds "
                                + text.length()
                                + " characters, at most "
                                + MAX_TEXT_CHARS
                                + " are read");
            }
            return text;
        }
        if (nested[index]) {
            throw RejectedRecordException.because(
                    Reason.WRONG_TYPE,
                    "field \""
                            + names[index]
                            + "\" holds an object or array: give a string, number or boolean");
        }
        throw RejectedRecordException.because(
                Reason.FIELD_MISSING, "field \"" + names[index] + "\" is absent or null");
    }

    /**
     * The text of a plain value that must not be empty, such as an identifier.
     *
     * @throws RejectedRecordException as {@link #text}, and if it is empty ({@link
     *     Reason#FIELD_MISSING})
     */
    public String identifier(int index) throws RejectedRecordException {
        String text = text(index);
        if (text.isEmpty()) {
            throw RejectedRecordException.because(
                    Reason.FIELD_MISSING,
                    "field \"" + names[index] + "\" is empty: an identifier is needed");
        }
        return text;
    }

    /** The name of a field, for messages. */
    public String name(int index) {
        return names[index];
    }

    /** A piece of data as messages show it: in quotes, cut when long. */
    public static String quote(String data) {
        return data.length() <= MAX_QUOTED_CHARS
                ? '"' + data + '"'
                : '"' + data.substring(0, MAX_QUOTED_CHARS) + "…\"";
    }

    private static RejectedRecordException notAnObject(@Nullable JsonToken first, JsonParser parser)
            throws IOException, RejectedRecordException {
        if (first == null) {
            return RejectedRecordException.because(Reason.NOT_JSON, "the record is empty or blank");
        }
        // The rest decides between "not an object" and "not JSON at all".
        parser.skipChildren();
        if (parser.nextToken() != null) {
            return RejectedRecordException.because(
                    Reason.NOT_JSON, "several JSON values in one record");
        }
        return RejectedRecordException.because(
                Reason.NOT_AN_OBJECT,
                "the record is a JSON " + kind(first) + ": an object {…} is needed");
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_ARRAY -> "array";
            case VALUE_STRING -> "string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number";
            case VALUE_TRUE, VALUE_FALSE -> "boolean";
            default -> "null";
        };
    }

    private static String position(JsonProcessingException malformed) {
        return Objects.isNull(malformed.getLocation())
                ? ""
                : " (byte " + malformed.getLocation().getByteOffset() + ")";
    }
}
