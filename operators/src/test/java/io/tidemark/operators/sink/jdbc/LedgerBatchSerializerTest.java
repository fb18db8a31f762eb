package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.testing.SeededRandom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
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
                    positions
                            ? new Position(
                                    "p" + random.nextInt(300), random.nextLong(), random.nextInt(3))
                            : null;
            rows.add(new LedgeredRow(rows.size(), texts, position));
            held.add(texts, position);
        }
        LedgerBatch batch = batch(columns, held);
        LedgerBatch copy =
                serializer.deserialize(serializer.getVersion(), serializer.serialize(batch));
        assertThat(HeldRowsReader.of(copy).next(Integer.MAX_VALUE, Long.MAX_VALUE))
                .usingRecursiveComparison()
                .isEqualTo(rows);
        assertThat(copy).usingRecursiveComparison().isEqualTo(batch);
        assertThat(held.rows()).isZero();
        assertThat(held.bytes()).isZero();
        assertThat(held.take().positions().partitions()).isEmpty();
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
        for (List<LedgeredRow> some = reader.next(777, Long.MAX_VALUE);
                !some.isEmpty();
                some = reader.next(777, Long.MAX_VALUE)) {
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
                "lineage", null, "sink", "job", UUID.randomUUID(), 3, 7, 8, names, held.take());
    }

    /** What checkpoints hold: the version that wrote it must stay readable. */
    private static final String VERSION_2 =
            "00016c" // lineage l
                    + "000170" // predecessor p
                    + "000173" // sink s
                    + "00016a" // job j
                    + "0000000000000001" // writer
                    + "0000000000000002"
                    + "00000003" // subtask
                    + "0000000000000007" // restored
                    + "0000000000000008" // checkpoint
                    + "00000001" // columns: c
                    + "000163"
                    + "00000001" // partitions: t
                    + "000174"
                    + "00000002" // rows
                    + "00000005" // bytes of lines
                    + "00000020" // bytes of positions
                    + "610a" // a, null
                    + "5c4e0a"
                    + "00000000" // partition, offset, place
                    + "0000000000000005"
                    + "00000000"
                    + "00000000"
                    + "0000000000000005"
                    + "00000001";

    @Test
    void theFormOfVersion2IsReadAndWritten() throws IOException {
        HeldRows held = new HeldRows();
        held.add(new @Nullable String[] {"a"}, new Position("t", 5));
        held.add(new @Nullable String[] {null}, new Position("t", 5, 1));
        LedgerBatch batch =
                new LedgerBatch(
                        "l", "p", "s", "j", new UUID(1, 2), 3, 7, 8, List.of("c"), held.take());
        assertThat(HexFormat.of().formatHex(serializer.serialize(batch))).isEqualTo(VERSION_2);
        assertThat(serializer.deserialize(2, HexFormat.of().parseHex(VERSION_2)))
                .usingRecursiveComparison()
                .isEqualTo(batch);
    }

    @Test
    void aDamagedBatchIsRefused() {
        byte[] cut = HexFormat.of().parseHex(VERSION_2.substring(0, VERSION_2.length() - 2));
        assertThatThrownBy(() -> serializer.deserialize(2, cut))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("5 bytes of rows and 32 of positions, and has 36");
    }

    @Test
    void aPositionIsNeverReadForAnotherRows() throws IOException {
        HeldRows held = new HeldRows();
        held.add(new @Nullable String[] {"a"}, null);
        assertThatThrownBy(() -> held.add(new @Nullable String[] {"b"}, new Position("t", 5)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rowsAreReadInAnOrderOfTheirKeys() throws IOException {
        HeldRows held = new HeldRows();
        for (String key : List.of("b", "a\t", "b", "", "ab")) {
            held.add(new @Nullable String[] {key, "v" + held.rows()}, null);
        }
        held.add(new @Nullable String[] {null, "v5"}, null);
        List<LedgeredRow> rows = HeldRowsReader.byFirst(1, batch(2, held)).next(10, 100);
        assertThat(rows).extracting(LedgeredRow::index).containsExactly(3, 5, 1, 4, 0, 2);
        assertThat(rows).allSatisfy(row -> assertThat(row.texts()[1]).isEqualTo("v" + row.index()));
    }

    /** Few rows may be larger than a statement can be. */
    @Test
    void aPortionEndsWithTheRowThatBringsItToItsCharacters() throws IOException {
        HeldRows held = new HeldRows();
        for (String text : List.of("abc", "de", "f", "ghijklm", "n", "")) {
            held.add(new @Nullable String[] {text, null}, null);
        }
        HeldRowsReader reader = HeldRowsReader.of(batch(2, held));
        List<Integer> portions = new ArrayList<>();
        for (List<LedgeredRow> some = reader.next(3, 5);
                !some.isEmpty();
                some = reader.next(3, 5)) {
            portions.add(some.size());
        }
        assertThat(portions).containsExactly(2, 2, 2);
    }

    @Test
    void anotherVersionIsRefused() {
        for (int version : new int[] {1, 3}) {
            assertThatThrownBy(() -> serializer.deserialize(version, new byte[0]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("version " + version);
        }
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
