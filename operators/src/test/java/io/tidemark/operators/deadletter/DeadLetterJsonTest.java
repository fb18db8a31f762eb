package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterJsonTest {

    @Test
    void writesAllThatALetterHolds() {
        DeadLetter letter =
                DeadLetter.of(
                        Records.record(new byte[] {0, (byte) 0xff, 'x'}),
                        Reason.NOT_JSON,
                        "a \"quote\"\nand more");
        assertThat(text(letter))
                .isEqualTo(
                        "{\"topic\":\"orders\",\"partition\":3,\"offset\":42,\"reason\":\"not_json\",\"detail\":\"a \\\"quote\\\"\\nand more\",\"payload_base64\":\"AP94\",\"payload_bytes\":3,\"truncated\":false}");
    }

    @Test
    void writesNullForATombstone() {
        assertThat(text(DeadLetter.of(Records.record(null), Reason.TOMBSTONE, "none")))
                .contains("\"payload_base64\":null,\"payload_bytes\":0,\"truncated\":false");
    }

    @Test
    void theLargestLetterFitsIntoARecord() {
        byte[] payload = new byte[1024 * 1024 + 1];
        Arrays.fill(payload, (byte) 0xff);
        byte[] json =
                DeadLetterJson.write(
                        DeadLetter.of(
                                Records.record(payload), Reason.TOO_LARGE, "\0".repeat(10_000)));
        assertThat(json).hasSizeLessThan(400_000);
        assertThat(new String(json, StandardCharsets.UTF_8))
                .contains("\"payload_bytes\":1048577,\"truncated\":true");
    }

    @ParameterizedTest
    @ValueSource(ints = {59, 60, 61, 499, 500, 501})
    void aPairOfSurrogatesMayLieOnEveryCut(int before) throws Exception {
        String data = "x".repeat(before) + "😀".repeat(500);
        wellFormed(DeadLetter.of(Records.record(null), Reason.NOT_JSON, data));
        wellFormed(DeadLetter.of(Records.record(null), Reason.NOT_JSON, JsonFields.quote(data)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "\ude00", "\ude00\ud83d", "a\ud83db"})
    void loneSurrogatesDoNotStopIt(String lone) throws Exception {
        // As JSON they are well-formed escapes, so a time or an amount can be quoted with them.
        wellFormed(DeadLetter.of(Records.record(null), Reason.NOT_A_NUMBER, lone));
    }

    @Test
    void reasonsAreStable() {
        assertThat(Reason.values())
                .extracting(Reason::label)
                .containsExactly(
                        "not_json",
                        "not_an_object",
                        "field_missing",
                        "wrong_type",
                        "time_unparsable",
                        "time_too_early",
                        "time_too_late",
                        "not_a_number",
                        "too_large",
                        "tombstone",
                        "time_zero",
                        "time_missing",
                        "time_smallest_number",
                        "time_largest_number",
                        "time_negative",
                        "time_in_seconds",
                        "time_in_microseconds",
                        "time_in_nanoseconds");
    }

    /** Reads the letter back and gives its detail. */
    static String wellFormed(DeadLetter letter) throws Exception {
        String detail = "";
        try (JsonParser json = new JsonFactory().createParser(DeadLetterJson.write(letter))) {
            assertThat(json.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                detail = name.equals("detail") ? json.getText() : detail;
            }
            assertThat(json.nextToken()).isNull();
        }
        return detail;
    }

    private static String text(DeadLetter letter) {
        return new String(DeadLetterJson.write(letter), StandardCharsets.UTF_8);
    }
}
