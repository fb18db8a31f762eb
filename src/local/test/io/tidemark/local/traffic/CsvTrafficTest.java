package io.tidemark.local.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.usage.WrongUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTrafficTest {

    private static final EventFields FIELDS =
            new EventFields("at", TimeFormat.ISO, "id", "land", "amount");
    private static final String HEADER = "id,at,land,amount,note\n";
    private static final String ROW = "1,2009-12-01T07:45:00Z,DE,505.30,\n";

    private final Path directory;

    CsvTrafficTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void aRowIsAnObjectWhoseValuesStandAsWritten() throws IOException {
        Path file =
                written(
                        HEADER
                                + "007,2009-12-01T07:45:00Z, DE ,505.30,\"says \"\"hi\"\", twice\nüñ€\t\"\n"
                                + "8,,,-0,\r\n");

        assertThat(values(file))
                .containsExactly(
                        "{\"id\":\"007\",\"at\":\"2009-12-01T07:45:00Z\",\"land\":\" DE \",\"amount\":\"505.30\","
                                + "\"note\":\"says \\\"hi\\\", twice\\nüñ€\\t\"}",
                        "{\"id\":\"8\",\"at\":\"\",\"land\":\"\",\"amount\":\"-0\",\"note\":\"\"}");
    }

    @Test
    void rowsAreNumberedFromOneAndAllInTheOnlyPartitionWithoutKeyOrPace() throws IOException {
        List<TrafficRecord> records = all(written(HEADER + ROW + ROW), plainly());

        assertThat(records).extracting(TrafficRecord::row).containsExactly(1L, 2L);
        assertThat(records).extracting(TrafficRecord::partition).containsOnly(0);
        assertThat(records).allSatisfy(record -> assertThat(record.key()).isNull());
        assertThat(records)
                .extracting(TrafficRecord::dueMillisAfterStart)
                .containsOnly(TrafficRecord.AT_ONCE);
        assertThat(records).extracting(TrafficRecord::eventTimeMillis).containsOnly(1259653500000L);
    }

    @Test
    void gzipIsKnownByItsFirstBytesAndAByteOrderMarkIsNoPartOfTheFirstName() throws IOException {
        byte[] marked = ("\uFEFF" + HEADER + ROW).getBytes(StandardCharsets.UTF_8);
        Path plainUnderAGzipName = Files.write(directory.resolve("a.csv.gz"), marked);
        Path packedUnderAPlainName = Files.write(directory.resolve("b.csv"), packed(marked));

        assertThat(values(plainUnderAGzipName)).hasSize(1);
        assertThat(values(packedUnderAPlainName)).isEqualTo(values(plainUnderAGzipName));
        assertThat(values(packedUnderAPlainName).get(0)).startsWith("{\"id\":");
    }

    @Test
    void severalGzipMembersAreOneFile() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(packed((HEADER + ROW).getBytes(StandardCharsets.UTF_8)));
        both.write(packed(ROW.getBytes(StandardCharsets.UTF_8)));
        Path file = Files.write(directory.resolve("both"), both.toByteArray());

        assertThat(values(file)).hasSize(2);
    }

    @Test
    void withSeveralPartitionsAKeyGoesWhereKafkaWouldSendIt() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < 500; i++) {
            text.append(i).append(",,").append("land").append(i % 50).append(",1,\n");
        }
        List<TrafficRecord> records =
                all(
                        written(text.toString()),
                        new CsvTraffic.Settings(
                                FIELDS, 7, Optional.of("land"), OptionalDouble.empty()));

        assertThat(records)
                .hasSize(500)
                .allSatisfy(
                        record -> {
                            byte[] key = record.key();
                            assertThat(key).isNotNull();
                            assertThat(record.partition())
                                    .isEqualTo(BuiltInPartitioner.partitionForKey(key, 7));
                        });
        assertThat(records).extracting(TrafficRecord::partition).contains(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void paceFollowsEventTimeButNeverBackAndAnUnreadableTimeDoesNotStopIt() throws IOException {
        Path file =
                written(
                        HEADER
                                + "1,soon,DE,1,\n"
                                + "2,2009-12-01T00:00:00Z,DE,1,\n"
                                + "3,2009-12-01T00:10:00Z,DE,1,\n"
                                + "4,2009-11-30T00:00:00Z,DE,1,\n"
                                + "5,,DE,1,\n"
                                + "6,2009-12-01 00:20:00,DE,1,\n");

        List<TrafficRecord> records =
                all(
                        file,
                        new CsvTraffic.Settings(
                                FIELDS, 1, Optional.empty(), OptionalDouble.of(600)));

        assertThat(records)
                .extracting(TrafficRecord::dueMillisAfterStart)
                .containsExactly(0L, 0L, 1000L, 1000L, 1000L, 2000L);
    }

    @Test
    void theShareOfASmallFileIsAShareOfItsRows() throws IOException {
        try (CsvTraffic traffic = CsvTraffic.open(written(HEADER + ROW.repeat(4)), plainly())) {
            assertThat(traffic.share()).hasValue(0);
            assertThat(traffic.next()).isNotNull();
            assertThat(traffic.share()).hasValue(0.25);
            while (traffic.next() != null) {
                assertThat(traffic.share().orElseThrow()).isBetween(0.5, 1.0);
            }
            assertThat(traffic.share()).hasValue(1);
        }
    }

    @Test
    void theShareOfABigFileGrowsSteadilyToOne() throws IOException {
        String row = "1,2009-12-01T07:45:00Z,DE,1," + "x".repeat(1000) + "\n";
        Path file = written(HEADER + row.repeat(10_000));
        try (CsvTraffic traffic = CsvTraffic.open(file, plainly())) {
            for (int i = 0; i < 5_000; i++) {
                assertThat(traffic.next()).isNotNull();
            }
            assertThat(traffic.share().orElseThrow()).isBetween(0.45, 0.55);
            while (traffic.next() != null) {
                assertThat(traffic.share().orElseThrow()).isLessThanOrEqualTo(1);
            }
            assertThat(traffic.share()).hasValue(1);
        }
    }

    @Test
    void aBrokenRowOfABigFileEndsTheFeedWhereItStands() throws IOException {
        String row = "1,2009-12-01T07:45:00Z,DE,1," + "x".repeat(1000) + "\n";
        Path file = written(HEADER + row.repeat(10_000) + "1,2\n");
        try (CsvTraffic traffic = CsvTraffic.open(file, plainly())) {
            for (int i = 0; i < 10_000; i++) {
                assertThat(traffic.next()).isNotNull();
            }
            assertThatThrownBy(traffic::next)
                    .isInstanceOf(IOException.class)
                    .hasNoCause()
                    .hasMessageContaining("line 10,002 has 2 values")
                    .hasMessageContaining("5 columns");
        }
    }

    @Test
    void whatIsWrongWithAFileIsSaidBeforeAnythingStarts() throws IOException {
        refused(directory.resolve("missing.csv"), "missing.csv: there is no such file");
        refused(directory, "is a directory");
        refused(written(""), "is empty");
        refused(written("\uFEFF"), "is empty");
        refused(written("\n\n"), "is empty");
        refused(written(HEADER), "has a header but no rows");
        refused(written("id,at,land,amount,id\n" + ROW), "two columns id");
        refused(written("id,at,land,amount,\n" + ROW), "column 5 has no name");
        refused(written(HEADER + ROW + "1,2\n"), "line 3 has 2 values, but the header names 5");
        refused(written(HEADER + ROW + "1,2,3,4,5,6\n"), "line 3 has 6 values");
        refused(written(HEADER + ROW + "1,\"2,3,4,5\n" + ROW), "line 3");
        refused(written(HEADER + ROW + "1,\"2\"x,3,4,5\n"), "line 3");
    }

    @Test
    void anEmptyPackedFileIsEmpty() throws IOException {
        refused(Files.write(directory.resolve("e.gz"), packed(new byte[0])), "is empty");
    }

    @Test
    void aTruncatedOrDamagedGzipFileIsRefused() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < 2_000; i++) {
            text.append(i)
                    .append(",2009-12-01T07:45:00Z,DE,")
                    .append(i * 7919 % 1013)
                    .append(",\n");
        }
        byte[] whole = packed(text.toString().getBytes(StandardCharsets.UTF_8));
        byte[] damaged = whole.clone();
        // The check sum, so that nothing but it can tell.
        damaged[whole.length - 8] ^= 1;

        refused(
                Files.write(directory.resolve("cut.gz"), Arrays.copyOf(whole, whole.length / 2)),
                "its gzip data is cut short");
        refused(
                Files.write(directory.resolve("stub.gz"), Arrays.copyOf(whole, 5)),
                "its gzip data is cut short");
        refused(Files.write(directory.resolve("damaged.gz"), damaged), "broken gzip data");
    }

    @Test
    void textThatIsNotUtf8IsRefusedAndNotGuessed() throws IOException {
        Path latin =
                Files.write(
                        directory.resolve("latin.csv"),
                        (HEADER + ROW + "1,,Österreich,1,\n")
                                .getBytes(Charset.forName("ISO-8859-1")));

        refused(latin, "is not UTF-8 text");
        refused(
                Files.write(
                        directory.resolve("wide.csv"),
                        (HEADER + ROW).getBytes(StandardCharsets.UTF_16)),
                "is not UTF-8 text");
    }

    @Test
    void eachColumnThatIsNamedHasToBeThere() throws IOException {
        assertThatThrownBy(() -> CsvTraffic.open(written("id,at,amount\n1,2,3\n"), plainly()))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("has no column land")
                .hasMessageContaining("its columns are: id, at, amount; the job's options");
        assertThatThrownBy(() -> CsvTraffic.open(written("nr,at,price\n1,2,3\n"), plainly()))
                .hasMessageContaining("has no column id, land, amount");
        assertThatThrownBy(() -> CsvTraffic.open(written("id, at ,land,amount\n"), plainly()))
                .hasMessageContaining("has no column at")
                .hasMessageContaining("spaces");
        assertThatThrownBy(
                        () ->
                                CsvTraffic.open(
                                        written(HEADER + ROW),
                                        new CsvTraffic.Settings(
                                                FIELDS,
                                                2,
                                                Optional.of("customer"),
                                                OptionalDouble.empty())))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("has no column customer (--feed-key names it)");
        assertThatThrownBy(
                        () -> CsvTraffic.open(written("id;at;land;amount\n1;2;3;4\n"), plainly()))
                .hasMessageContaining("separated by commas");
    }

    @Test
    void severalPartitionsNeedAFeedKeyAndSpeedIsAboveZero() {
        assertThatThrownBy(
                        () ->
                                new CsvTraffic.Settings(
                                        FIELDS, 4, Optional.empty(), OptionalDouble.empty()))
                .isInstanceOf(WrongUsage.class)
                .hasMessageContaining("--partitions=4 needs --feed-key");
        for (double speed : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(
                            () ->
                                    new CsvTraffic.Settings(
                                            FIELDS, 1, Optional.empty(), OptionalDouble.of(speed)))
                    .isInstanceOf(WrongUsage.class)
                    .hasMessageContaining("--speed=");
        }
    }

    private void refused(Path file, String reason) {
        assertThatThrownBy(() -> CsvTraffic.open(file, plainly()))
                .isInstanceOf(WrongUsage.class)
                .hasMessageStartingWith("--input=")
                .hasMessageContaining(reason);
    }

    private static CsvTraffic.Settings plainly() {
        return new CsvTraffic.Settings(FIELDS, 1, Optional.empty(), OptionalDouble.empty());
    }

    private Path written(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "orders", ".csv"), text);
    }

    private static List<String> values(Path file) throws IOException {
        return all(file, plainly()).stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static List<TrafficRecord> all(Path file, CsvTraffic.Settings settings)
            throws IOException {
        List<TrafficRecord> records = new ArrayList<>();
        try (CsvTraffic traffic = CsvTraffic.open(file, settings)) {
            for (TrafficRecord next = traffic.next(); next != null; next = traffic.next()) {
                records.add(next);
            }
        }
        return records;
    }

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
