package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void drawsABarInPlaceInATerminal() {
        ProgressLine line = new ProgressLine(out, true, 200);
        line.show(50);
        line.show(200);
        line.end();
        assertThat(printed())
                .isEqualTo(
                        "\r\u001b[K  "
                                + "█".repeat(7)
                                + "░".repeat(23)
                                + "  25%"
                                + "\r\u001b[K  "
                                + "█".repeat(30)
                                + " 100%"
                                + "\r\u001b[K");
    }

    @Test
    void printsATenthOnceElsewhere() {
        ProgressLine line = new ProgressLine(out, false, 1_000);
        for (long read : new long[] {0, 99, 100, 150, 450, 460, 1_000, 2_000}) {
            line.show(read);
        }
        line.end();
        assertThat(printed()).isEqualToNormalizingNewlines("  10%\n  40%\n  100%\n");
    }

    @Test
    void countsWhereNobodyKnowsTheSize() {
        new ProgressLine(out, true, 0).show(1_234_567);
        assertThat(printed()).isEqualTo("\r\u001b[K  1,234,567 read");
    }

    @Test
    void saysNothingElsewhereWhereNobodyKnowsTheSize() {
        ProgressLine line = new ProgressLine(out, false, 0);
        line.show(1_234_567);
        line.end();
        assertThat(printed()).isEmpty();
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
