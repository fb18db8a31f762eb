package io.tidemark.jobs.watermarklab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.operators.disorder.Arrival;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files as people have them: what comes of each row. */
class TraceReadingTest {

    private static final long TIME = 1_700_000_000_000L;

    private static final List<Arrival> TWO =
            List.of(Arrival.of(0, TIME, TIME + 5, "a"), Arrival.of(0, TIME + 1, TIME + 9, "b"));

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    static Stream<Arguments> sameTwoRows() {
        String plain =
                "event_ms,arrival_ms,key\n1700000000000,1700000000005,a\n1700000000001,1700000000009,b\n";
        return Stream.of(
                same("commas", plain),
                same("no end behind the last row", plain.strip()),
                same("semicolons", plain.replace(',', ';')),
                same("tabs", plain.replace(',', '\t')),
                same("Windows line ends", plain.replace("\n", "\r\n")),
                same("old Mac line ends", plain.replace("\n", "\r")),
                same("byte order mark", "\ufeff" + plain),
                same("blank lines", "\n" + plain.replace("\n", "\n\n") + "\n\r\n"),
                same("byte order mark and blank lines", "\ufeff\n" + plain),
                same(
                        "quotes",
                        "\"event_ms\",\"arrival_ms\",\"key\"\n\"1700000000000\",\"1700000000005\",\"a\"\n\"1700000000001\",1700000000009,\"b\"\n"),
                same(
                        "another order, more columns",
                        "x,key,arrival_ms,y,event_ms\n0,a,1700000000005,,1700000000000\n0,b,1700000000009,,1700000000001\n"),
                same(
                        "spaces",
                        "event_ms , arrival_ms , key\n1700000000000 , 1700000000005,a\n 1700000000001,1700000000009 ,b\n"),
                same(
                        "empty fields behind the last column",
                        "event_ms,arrival_ms,key\n1700000000000,1700000000005,a,, ,\n1700000000001,1700000000009,\"b\",,\n"),
                same(
                        "a column with gaps",
                        "event_ms,arrival_ms,key\n1700000000000.0,1.700000000005E12,a\n1700000000001.0,1700000000009,b\n"),
                same(
                        "seconds",
                        "event_ms,arrival_ms,key\n1700000000,1700000000.005,a\n1700000000.001,1700000000.009,b\n",
                        "--time-format=seconds"),
                same(
                        "ISO",
                        "event_ms,arrival_ms,key\n2023-11-14T22:13:20Z,2023-11-14T22:13:20.005Z,a\n2023-11-14T23:13:20.001+01:00,2023-11-14T22:13:20.009Z,b\n",
                        "--time-format=iso"));
    }

    private static Arguments same(String name, String text, String... more) {
        return Arguments.of(name, text, more);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sameTwoRows")
    void sayTheSame(String name, String text, String[] more) throws IOException {
        Files.writeString(directory.resolve("trace.csv"), text);
        // Packed or not shows in the bytes and not in the name.
        Files.write(directory.resolve("trace.dat"), packed(text));
        Files.writeString(directory.resolve("plain.csv.gz"), text);

        for (String file : List.of("trace.csv", "trace.dat", "plain.csv.gz")) {
            assertThat(read(file, more)).as(file).isEqualTo(TWO);
        }
    }

    @Test
    void aKeyMayHoldSeparatorsAndQuotes() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,arrival_ms,key\n1700000000000,1700000000005,\"a, \"\"b\"\"\"\n");

        assertThat(read("trace.csv")).containsExactly(Arrival.of(0, TIME, TIME + 5, "a, \"b\""));
    }

    @Test
    void theEmptyKeyIsAKeyLikeAnyOther() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,arrival_ms,key\n1700000000000,1700000000005,\n1700000000001,1700000000009,\"\"\n");
        Files.writeString(
                directory.resolve("keyless.csv"),
                "event_ms,arrival_ms\n1700000000000,1700000000005\n");

        assertThat(read("trace.csv")).extracting(Arrival::key).containsExactly("", "");
        assertThat(read("keyless.csv")).extracting(Arrival::key).containsOnlyNulls();
    }

    @Test
    void aSeparatorInQuotesSeparatesNothing() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "\"a, \"\"b\"\"\";event_ms;\"x\ty\";arrival_ms;key\n1,5;1700000000000;0;1700000000005;a\n");

        assertThat(read("trace.csv")).containsExactly(Arrival.of(0, TIME, TIME + 5, "a"));
    }

    @Test
    void tooManyPartitionsAreRefusedAndTheLastThatFitsIsNot() throws IOException {
        StringBuilder text = new StringBuilder("event_ms,user\n");
        for (int row = 0; row < 3 * PartitionLimit.MOST; row++) {
            text.append("1700000000000,").append(7 * (row % PartitionLimit.MOST)).append('\n');
        }
        Files.writeString(directory.resolve("trace.csv"), text);
        assertThat(read("trace.csv", "--partition-field=user")).hasSize(3 * PartitionLimit.MOST);

        Files.writeString(directory.resolve("trace.csv"), text + "1700000000000,2147483647\n");
        assertThatThrownBy(() -> read("trace.csv", "--partition-field=user"))
                .isInstanceOf(RefusedTraceException.class)
                .hasMessageContainingAll(
                        "--partition-field=user",
                        "row 769 holds 2147483647",
                        "at most 256",
                        "leave the option out");
        assertThat(read("trace.csv")).hasSize(3 * PartitionLimit.MOST + 1);
    }

    @Test
    void withoutArrivalTheOrderIsTheArrivalAndBlankLinesAreNoRows() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"), "event_ms\n1700000000000\n\n1700000000001\n");

        assertThat(read("trace.csv"))
                .containsExactly(Arrival.of(0, TIME, 1, null), Arrival.of(0, TIME + 1, 2, null));
    }

    static Stream<Arguments> rejects() {
        return Stream.of(
                Arguments.of("garbage", "field_missing"),
                Arguments.of("x,1700000000000,a,0", "time_unparsable"),
                Arguments.of("1700000000000,x,a,0", "time_unparsable"),
                Arguments.of("17e1111111,1700000000000,a,0", "time_unparsable"),
                Arguments.of("2023-11-14T22:13:20Z,1700000000000,a,0", "time_unparsable"),
                Arguments.of("99999999999999999999,1700000000000,a,0", "time_unparsable"),
                Arguments.of(",1700000000000,a,0", "field_missing"),
                Arguments.of("1700000000000,,a,0", "field_missing"),
                Arguments.of("1700000000000,1700000000000", "field_missing"),
                Arguments.of(",,,0", "field_missing"),
                Arguments.of("   ", "field_missing"),
                Arguments.of("\u0000\u0001\u0002", "field_missing"),
                Arguments.of("\"1700000000000,1700000000000,a,0", "open_quote"),
                Arguments.of("1700000000000,1700000000000,\"a", "open_quote"),
                Arguments.of("rest of a\",0", "open_quote"),
                Arguments.of("1700000000000,1700000000000,\"a\"b,0", "open_quote"),
                Arguments.of("\"1700000000000\",1700000000000", "field_missing"),
                Arguments.of("1700000000000,1700000000000,a,b,0", "too_many_fields"),
                Arguments.of("1700000000000,1700000000000,a,0,,,x", "too_many_fields"),
                Arguments.of("1700000000000,1700000000000,\"a\",0,x", "too_many_fields"),
                Arguments.of("0,1700000000000,a,0", "time_zero"),
                Arguments.of("1700000000000,0,a,0", "time_zero"),
                Arguments.of("-9223372036854775808,1700000000000,a,0", "time_too_early"),
                Arguments.of("9223372036854775807,1700000000000,a,0", "time_too_late"),
                Arguments.of("2305843009213693952,1700000000000,a,0", "time_too_late"),
                Arguments.of("2305843009213693951,1700000000000,a,0", "time_too_late"),
                Arguments.of("-2305843009213693952,1700000000000,a,0", "time_too_early"),
                Arguments.of("1700000000000,9223372036854775807,a,0", "time_too_late"),
                Arguments.of("1700000000000,-9223372036854775808,a,0", "time_too_early"),
                Arguments.of("1700000000000000,1700000000000,a,0", "time_too_late"),
                Arguments.of("1700000000000,1700000000000,a,eu-1", "not_a_number"),
                Arguments.of("1700000000000,1700000000000,a,", "not_a_number"),
                Arguments.of("1700000000000,1700000000000,a,99999999999", "not_a_number"),
                Arguments.of("1700000000000,1700000000000,a,2147483648", "not_a_number"),
                Arguments.of("1700000000000,1700000000000,a,-1", "not_a_number"),
                Arguments.of("1700000000000,1700000000000,a,1.5", "not_a_number"),
                Arguments.of("1.700000e+12,1700000000000,a,1", "time_unparsable"),
                Arguments.of(
                        "1700000000000,1700000000000," + "k".repeat(5_000) + ",0", "too_large"),
                Arguments.of(
                        "1700000000000,1700000000000,a,0," + "x".repeat(1_100_000), "too_large"));
    }

    @ParameterizedTest
    @MethodSource("rejects")
    void countsWhatIsNoEvent(String row, String reason) throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,arrival_ms,key,part\n" + row + "\n1700000000000,1700000000005,a,7\n");

        List<Arrival> rows = read("trace.csv", "--partition-field=part");

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).rejectedAs()).isEqualTo(reason);
        assertThat(rows.get(1)).isEqualTo(Arrival.of(7, TIME, TIME + 5, "a"));
    }

    @Test
    void fieldsAreCountedBehindTheColumnsThatAreWantedToo() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,x,y\n1700000000000,1,2\n1700000000000,1,2,\n1700000000000,1,2,3\n1700000000000,1\n1700000000000\n");

        assertThat(read("trace.csv"))
                .extracting(Arrival::rejectedAs)
                .containsExactly("", "", CsvColumns.TOO_MANY_FIELDS, "", "");
    }

    @Test
    void theLargestPartition() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,part\n1700000000000,2147483647\n1700000000000, 0 \n");

        assertThat(read("trace.csv", "--partition-field=part"))
                .extracting(Arrival::partition, Arrival::rejectedAs)
                .containsExactly(tuple(Integer.MAX_VALUE, ""), tuple(0, ""));
    }

    @Test
    void theFirstOfAReasonIsAnExampleAndShowsNoControlCharacter() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,key,part\n1700000000000,a,1\n\u001b[2J\u202ex,a,3\nsoon,a,2\n,a,3\ngar\tbage\n"
                        + "\ud83d\ude00".repeat(50)
                        + ",a,x");

        List<Arrival> rows = read("trace.csv", "--partition-field=part");

        assertThat(rows).extracting(Arrival::partition).containsExactly(1, 3, 2, 3, 0, 0);
        assertThat(rows)
                .extracting(Arrival::example)
                .startsWith(
                        "",
                        "row 2: field \"event_ms\" holds \"?[2J?x\": expected milliseconds since 1970, as in 1259653…",
                        "",
                        "row 4: field \"event_ms\" is empty",
                        "")
                .last()
                .asString()
                .isEqualTo("row 6: field \"part\" holds \"x\": expected 0 to 2147483647");
        assertThat(Example.ofRow(12_345, "\ud83d\ude00".repeat(50) + "!"))
                .isEqualTo("row 12,345: " + "\ud83d\ude00".repeat(40) + "…");
        assertThat(Example.ofRow(1, "x" + "\ud83d\ude00".repeat(50)))
                .isEqualTo("row 1: x" + "\ud83d\ude00".repeat(39) + "…");
    }

    @Test
    void timesOfLongAgoAndFarAheadAreEvents() throws IOException {
        Files.writeString(
                directory.resolve("trace.csv"),
                "event_ms,arrival_ms\n-1,1\n-62167219200000,253402300799999\n");

        assertThat(read("trace.csv"))
                .containsExactly(
                        Arrival.of(0, -1, 1, null),
                        Arrival.of(0, -62_167_219_200_000L, 253_402_300_799_999L, null));
    }

    @Test
    void aPackThatBreaksOffIsAnErrorAfterTheRowsInFrontOfIt() throws IOException {
        byte[] whole = packed("event_ms\n" + "1700000000000\n".repeat(100) + random(400_000));
        Files.write(directory.resolve("half.csv.gz"), Arrays.copyOf(whole, whole.length / 2));
        Files.write(directory.resolve("whole.csv.gz"), whole);

        assertThat(read("whole.csv.gz")).hasSizeGreaterThan(100);
        assertThatThrownBy(() -> read("half.csv.gz"))
                .isInstanceOf(BrokenTraceException.class)
                .hasMessageContainingAll("half.csv.gz", "breaks off behind row", "gzip -dc");
    }

    /** Rows that do not pack well, so that a file is read in several pieces. */
    private static String random(int chars) {
        java.util.Random random = new java.util.Random(5);
        StringBuilder rows = new StringBuilder();
        while (rows.length() < chars) {
            rows.append(TIME + random.nextInt(1_000_000_000)).append('\n');
        }
        return rows.toString();
    }

    private List<Arrival> read(String file, String... more) throws IOException {
        TraceInput.OfFile input = Lab.file(directory.resolve(file), more);
        TraceRows rows = new TraceRows(input.columns(), input.fields());
        List<Arrival> read = new ArrayList<>();
        try (TraceFile lines = TraceFile.open(new org.apache.flink.core.fs.Path(input.path()))) {
            lines.next();
            for (TraceLine line = lines.next(); line != null; line = lines.next()) {
                read.add(rows.read(line));
            }
        }
        return read;
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream pack = new GZIPOutputStream(bytes)) {
            pack.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }
}
