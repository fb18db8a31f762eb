package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextLinesTest {

    @Test
    void areThoseOfTheJdk() throws IOException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder();
            int pieces = random.nextInt(40);
            for (int i = 0; i < pieces; i++) {
                switch (random.nextInt(6)) {
                    case 0 -> text.append('\n');
                    case 1 -> text.append('\r');
                    case 2 -> text.append("\r\n");
                    case 3 -> text.append("x".repeat(random.nextInt(70_000)));
                    default -> text.append("a,b");
                }
            }
            List<String> expected =
                    new BufferedReader(new StringReader(text.toString())).lines().toList();

            assertThat(lines(new Dripping(text.toString(), random)))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected);
        }
    }

    @Test
    void aLineWithoutEndIsCut() throws IOException {
        Reader endless =
                new Reader() {
                    private long left = 50L * TextLines.MOST_CHARS;

                    @Override
                    public int read(char[] into, int from, int most) {
                        int read = (int) Math.min(left, most);
                        left -= read;
                        return read == 0 ? -1 : read;
                    }

                    @Override
                    public void close() {}
                };

        assertThat(lines(endless))
                .singleElement()
                .satisfies(line -> assertThat(line).hasSize(TextLines.MOST_CHARS + 1));
    }

    private static List<String> lines(Reader text) throws IOException {
        List<String> lines = new ArrayList<>();
        try (TextLines source = new TextLines(text)) {
            for (String line = source.next(); line != null; line = source.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Gives less than was asked for, as streams do, so that line ends fall between two reads. */
    private static final class Dripping extends Reader {

        private final String text;
        private final Random random;
        private int at;

        Dripping(String text, Random random) {
            this.text = text;
            this.random = random;
        }

        @Override
        public int read(char[] into, int from, int most) {
            if (at == text.length()) {
                return -1;
            }
            int read = Math.min(Math.min(most, text.length() - at), 1 + random.nextInt(30_000));
            text.getChars(at, at + read, into, from);
            at += read;
            return read;
        }

        @Override
        public void close() {}
    }
}
