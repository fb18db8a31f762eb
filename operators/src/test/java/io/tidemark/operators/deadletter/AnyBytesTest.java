package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever bytes come in, exactly one element comes out, and nothing is thrown. */
@ExtendWith(SeededRandom.class)
class AnyBytesTest {

    private static final List<String> GOOD =
            List.of(
                    "{\"time\":\"2009-12-01T07:45:00Z\",\"id\":\"489434\",\"key\":\"UK\",\"amount\":505.30}",
                    "{\"time\":1259653500000,\"id\":1,\"key\":true,\"amount\":\"1e-7\",\"x\":[1,{\"y\":null}]}",
                    "{\"time\":\"1259653500.25\",\"id\":\"é😀\\ud83d\\ude00\",\"key\":\"\",\"amount\":-0}");
    private static final List<String> PIECES =
            List.of(
                    "{",
                    "}",
                    "[",
                    "]",
                    "\"",
                    ":",
                    ",",
                    "\\",
                    "\\u",
                    "\\ud83d",
                    "null",
                    "true",
                    "NaN",
                    "1e1000000000",
                    "1e-100000000",
                    "-",
                    "0",
                    ".",
                    "9",
                    "\n",
                    "\0",
                    "\ufeff",
                    "😀",
                    "٣",
                    "\"time\":",
                    "\"id\":{",
                    "[[[[[[[[",
                    "//",
                    "/*");
    private static final List<Charset> CHARSETS =
            List.of(
                    StandardCharsets.UTF_16BE,
                    StandardCharsets.UTF_16LE,
                    Charset.forName("UTF-32BE"),
                    Charset.forName("UTF-32LE"),
                    StandardCharsets.ISO_8859_1);

    @ParameterizedTest
    @EnumSource(TimeFormat.class)
    void comeOutAsExactlyOneElement(TimeFormat format, Random random) throws Exception {
        check(Records.deserializer(format), random, 20_000);
    }

    @Test
    void theCheckCatchesADecoderThatThrows(Random random) throws Exception {
        // A decoder that reads a decimal the usual way.
        DeadLetteringDeserializer<String> careless =
                DeadLetteringDeserializer.of(
                        record -> {
                            JsonFields fields = JsonFields.named(List.of("amount"));
                            fields.read(record.value());
                            return new BigDecimal(fields.text(0)).toString();
                        },
                        Types.STRING);
        assertThatThrownBy(() -> check(careless, random, 20_000))
                .isInstanceOf(NumberFormatException.class);
    }

    @Test
    void theCheckCatchesALetterWithTheWrongBytes(Random random) throws Exception {
        Mutant.mustBeCaught(
                random,
                20,
                bytes -> {
                    byte[] value = mutated(bytes);
                    checkLetter(
                            DeadLetter.of(
                                    Records.record(mutated(bytes)), Reason.NOT_JSON, "no JSON"),
                            value);
                });
    }

    private static void check(
            DeadLetteringDeserializer<String> deserializer, Random random, int documents)
            throws Exception {
        int read = 0;
        for (int i = 0; i < documents; i++) {
            byte[] value = mutated(random);
            List<Either<DeadLetter, String>> out;
            try {
                out = Records.read(deserializer, value);
            } catch (RuntimeException thrown) {
                thrown.addSuppressed(new AssertionError(Base64.getEncoder().encodeToString(value)));
                throw thrown;
            }
            assertThat(out).hasSize(1);
            if (out.get(0).isLeft()) {
                checkLetter(out.get(0).left(), value);
            } else {
                read++;
            }
        }
        // Both outcomes must have been seen, or the sample proves nothing.
        assertThat(read).isBetween(documents / 100, documents - documents / 100);
    }

    private static void checkLetter(DeadLetter letter, byte[] value) throws Exception {
        assertThat(letter.payload()).isEqualTo(value);
        assertThat(letter.payloadBytes()).isEqualTo(value.length);
        DeadLetterJsonTest.wellFormed(letter);
    }

    private static byte[] mutated(Random random) {
        String text = GOOD.get(random.nextInt(GOOD.size()));
        StringBuilder document = new StringBuilder(text);
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(document.length());
            int end = Math.min(document.length(), at + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> document.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 1 -> document.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> document.insert(at, document.substring(at, end));
                default -> document.append(document, at, end);
            }
        }
        byte[] bytes =
                document.toString()
                        .getBytes(
                                random.nextInt(5) == 0
                                        ? CHARSETS.get(random.nextInt(CHARSETS.size()))
                                        : StandardCharsets.UTF_8);
        for (int changes = random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        if (random.nextInt(6) == 0) {
            ByteArrayOutputStream cut = new ByteArrayOutputStream();
            int from = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : 0;
            cut.write(bytes, from, random.nextInt(bytes.length - from + 1));
            bytes = cut.toByteArray();
        }
        if (random.nextInt(50) == 0) {
            random.nextBytes(bytes);
        }
        return bytes;
    }
}
