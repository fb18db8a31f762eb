package io.tidemark.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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

    @Test
    void anEmptyDirectoryIsNone() {
        assertThatThrownBy(() -> FileOutput.in(""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("directory=\"\" is no place");
    }

    private static String encode(String... elements) throws IOException {
        LineEncoder<String> encoder =
                new LineEncoder<>(element -> element.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String element : elements) {
            encoder.encode(element, out);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
