package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateJsonTest {

    private static final Late<String> LATE = new Late<>("event", 1_000, 61_000, 60_000, 3);
    private static final String REST =
            ",\"partition\":3,\"late_by_ms\":60000,\"watermark\":\"1970-01-01T00:01:01Z\",\"missed_window_end\":\"1970-01-01T00:01:00Z\"}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"amount\":12.50,\"n\":1}",
                "{\"amount\":0.10000000000000000000000000000000000000001}",
                "{\"amount\":123456789012345678901234567890}",
                "{\"amount\":-0.00}",
                "{\"amount\":1E+5}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":[1,[],{},null,true,false,\"x\"]}}",
                "{\"name\":\"😀\"}",
                "{\"name\":\"grüße \\u0000 \\n \\\" \\\\\"}",
                "[1,2]",
                "\"text\"",
                "null"
            })
    void embedsTheOriginal(String original) {
        assertThat(write(original)).isEqualTo("{\"event\":" + original + REST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e5", "1E5", "1.0e-7", "-0", "-0.0", "1e1000000000", "1e99999999999"})
    void numbersKeepTheirDigits(String number) {
        assertThat(write("{\"n\":" + number + "}"))
                .isEqualTo("{\"event\":{\"n\":" + number + "}" + REST);
    }

    @Test
    void takesNoMoreBytesThanTheOriginalBesideTheEnvelope() {
        // Control characters, quotes and backslashes have no shorter form than their escapes.
        String original = "{\"name\":\"" + "é漢😀\\u0001\\\"\\\\".repeat(1_000) + "\"}";
        assertThat(LateJson.write(LATE, original.getBytes(StandardCharsets.UTF_8)))
                .hasSize(
                        original.getBytes(StandardCharsets.UTF_8).length + write("0").length() - 1);
    }

    @Test
    void writesOneLine() {
        assertThat(write("{\n  \"a\" : 1,\r\n  \"b\" : [ 1, 2 ]\n}\n"))
                .isEqualTo("{\"event\":{\"a\":1,\"b\":[1,2]}" + REST);
        assertThat(write("not\njson")).isEqualTo("{\"event\":\"not\\njson\"" + REST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":}",
                "plain",
                "{\"a\":1} and more",
                "{\"a\":1}{\"a\":2}",
                "1 2"
            })
    void quotesWhatIsNoJson(String original) {
        assertThat(write(original))
                .isEqualTo("{\"event\":\"" + original.replace("\"", "\\\"") + "\"" + REST);
    }

    @Test
    void loneSurrogatesAndBrokenBytesDoNotStopIt() {
        assertThat(write("{\"a\":\"\\ud800\"}")).startsWith("{\"event\":").endsWith(REST);
        byte[] broken = {'{', '"', (byte) 0xff, '"', ':', '1', '}'};
        assertThat(text(LateJson.write(LATE, broken)))
                .isEqualTo("{\"event\":\"{\\\"\ufffd\\\":1}\"" + REST);
        byte[] wrongEndian = {0, 0, (byte) 0xff, (byte) 0xfe, 1};
        assertThat(text(LateJson.write(LATE, wrongEndian)))
                .startsWith("{\"event\":\"")
                .endsWith(REST);
    }

    @Test
    void aPartitionThatIsNotKnownIsLeftOut() {
        Late<String> ofUnknown = new Late<>("event", 1_000, 61_000, 60_000);

        assertThat(text(LateJson.write(ofUnknown, new byte[] {'1'})))
                .isEqualTo("{\"event\":1" + REST.replace("\"partition\":3,", ""));
        assertThat(ofUnknown.inPartition(3)).isEqualTo(LATE);
    }

    @Test
    void anEventOfLongAgoAtTheEndOfTimeIsAsLateAsCanBe() {
        assertThat(new Late<>("event", -1, Long.MAX_VALUE, 0).lateByMillis())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(new Late<>("event", 7, 7, 0).lateByMillis()).isZero();
    }

    private static String write(String original) {
        return text(LateJson.write(LATE, original.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
