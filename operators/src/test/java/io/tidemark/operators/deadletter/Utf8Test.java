package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8Test {

    @Test
    void agreesWithJavaOnAllSequencesAroundTheBoundsOfEachByte() {
        int[] bounds = {
            0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1,
            0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xff
        };
        int wellFormed = 0;
        for (int a : bounds) {
            for (int b : bounds) {
                for (int c : bounds) {
                    for (int d : bounds) {
                        byte[] text = {(byte) a, (byte) b, (byte) c, (byte) d};
                        boolean expected = javaReads(text);
                        assertThat(Utf8.firstMalformed(text) < 0)
                                .as("%x %x %x %x", a, b, c, d)
                                .isEqualTo(expected);
                        wellFormed += expected ? 1 : 0;
                    }
                }
            }
        }
        assertThat(wellFormed).isGreaterThan(100);
    }

    @Test
    void tellsWhereACutCharacterBegins() {
        byte[] text = "{é漢😀".getBytes(StandardCharsets.UTF_8);
        int[] begins = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6};
        for (int end = 1; end < text.length; end++) {
            byte[] cut = Arrays.copyOf(text, end);
            int malformed = Utf8.firstMalformed(cut);
            assertThat(malformed)
                    .isEqualTo(begins[end] < end && !javaReads(cut) ? begins[end] : -1);
        }
        assertThat(Utf8.firstMalformed(text)).isEqualTo(-1);
    }

    private static boolean javaReads(byte[] text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }
}
