package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.testing.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class LedgerBatchSerializerTest {

    private final LedgerBatchSerializer serializer = new LedgerBatchSerializer();

    @RepeatedTest(50)
    void rowsComeBackAsTheyWereHeld(Random random) throws IOException {
        boolean positions = random.nextBoolean();
        int columns = 1 + random.nextInt(4);
        HeldRows held = new HeldRows();
        List<LedgeredRow> rows = new ArrayList<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            @Nullable String[] texts = new String[columns];
            for (int c = 0; c < columns; c++) {
                texts[c] = random.nextInt(4) == 0 ? null : text(random);
            }
            Position position =
                    positions ? new Position("p" + random.nextInt(300), random.nextLong()) : null;
            rows.add(new LedgeredRow(rows.size(), texts, position));
            held.add(texts, position);
        }
        LedgerBatch batch = batch(columns, held);
        LedgerBatch copy =
                serializer.deserialize(serializer.getVersion(), serializer.serialize(batch));
        assertThat(HeldRowsReader.all(copy)).usingRecursiveComparison().isEqualTo(rows);
        assertThat(copy).usingRecursiveComparison().isEqualTo(batch);
        assertThat(held.rows()).isZero();
        assertThat(held.bytes()).isZero();
        assertThat(held.take().partitions()).isEmpty();
    }

    /** Of what a line cannot hold as it is, and of what looks like it. */
    private static String text(Random random) {
        String alphabet = "ü\\\t\n\rNtnr. \0\ud83d\ude00";
        return random.ints(random.nextInt(20), 0, alphabet.length())
                .map(i -> Character.isSurrogate(alphabet.charAt(i)) ? 'x' : alphabet.charAt(i))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** What a large checkpoint holds is in pieces until it is taken. */
    @Test
    void manyRowsComeBackInTheirOrder() throws IOException {
        HeldRows held = new HeldRows();
        int rows = 20_000;
        for (int i = 0; i < rows; i++) {
            held.add(new String[] {i + "ü".repeat(i % 50)}, null);
        }
        int bytes = held.bytes();
        LedgerBatch batch = batch(1, held);
        assertThat(batch.content().lines()).hasSize(bytes);
        LedgerBatch copy =
                serializer.deserialize(serializer.getVersion(), serializer.serialize(batch));
        assertThat(Arrays.equals(copy.content().lines(), batch.content().lines())).isTrue();
        HeldRowsReader reader = HeldRowsReader.of(copy);
        int next = 0;
        for (List<LedgeredRow> some = reader.next(777); !some.isEmpty(); some = reader.next(777)) {
            for (LedgeredRow row : some) {
                assertThat(row.index()).isEqualTo(next);
                assertThat(row.texts()).containsExactly(next + "ü".repeat(next % 50));
                next++;
            }
        }
        assertThat(next).isEqualTo(rows);
        assertThat(held.bytes()).isZero();
    }

    private static LedgerBatch batch(int columns, HeldRows held) {
        List<String> names = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            names.add("c" + c);
        }
        return new LedgerBatch(
                "lineage", "sink", "job", UUID.randomUUID(), 3, 7, 8, names, held.take());
    }

    @Test
    void anUnknownVersionIsRefused() {
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2");
        LineageSerializer lineages = new LineageSerializer();
        assertThatThrownBy(() -> lineages.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2");
    }

    @Test
    void aLineageComesBack() throws IOException {
        LineageSerializer lineages = new LineageSerializer();
        assertThat(lineages.deserialize(lineages.getVersion(), lineages.serialize("a1b2")))
                .isEqualTo("a1b2");
    }
}
