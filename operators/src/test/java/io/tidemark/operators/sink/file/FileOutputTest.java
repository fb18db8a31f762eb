package io.tidemark.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileOutputTest {

    @Test
    void eachElementIsALine() throws IOException {
        assertThat(encode("{\"n\":1}", "", "{\"n\":\"ä\"}"))
                .isEqualTo("{\"n\":1}\n\n{\"n\":\"ä\"}\n");
    }

    @Test
    void jsonOfSeveralLinesBecomesOne() throws IOException {
        assertThat(encode("{\n \"n\":\r\n1}\n", "\n"))
                .isEqualTo("{  \"n\":  1} \n \n")
                .hasLineCount(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"n\":\"a\nb\"}",
                "{\"n\":\"a\rb\"}",
                "{\"n\":\"\\\"\n\"}",
                "{\"n\":\"\\\n\"}",
                "{\"n\":\"\\\\\",\"m\":\"\n\"}"
            })
    void aBreakWithinAStringLiteralIsRefused(String element) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> encoder().encode(element, out))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line break within a string literal")
                .hasMessageContaining("write it as JSON");
        assertThat(out.size()).isZero();
    }

    @Test
    void aBreakAfterAStringLiteralBecomesABlank() throws IOException {
        assertThat(encode("{\"a\\\"\":\n\"b\\\\\"\n}")).isEqualTo("{\"a\\\"\": \"b\\\\\" }\n");
    }

    @Test
    void anElementsOwnBytesStayAsTheyAre() throws IOException {
        byte[] own = "{\n}".getBytes(StandardCharsets.UTF_8);
        new LineEncoder<byte[]>(element -> element).encode(own, new ByteArrayOutputStream());
        assertThat(own).asString(StandardCharsets.UTF_8).isEqualTo("{\n}");
    }

    @Test
    void anEmptyDirectoryIsNone() {
        assertThatThrownBy(() -> FileOutput.in(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("directory=\"\" is no place");
    }

    private static String encode(String... elements) throws IOException {
        LineEncoder<String> encoder = encoder();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String element : elements) {
            encoder.encode(element, out);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static LineEncoder<String> encoder() {
        return new LineEncoder<>(element -> element.getBytes(StandardCharsets.UTF_8));
    }
}
