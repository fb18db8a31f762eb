package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import io.tidemark.operators.deadletter.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class WatermarkLabCommandTest {

    private static Path directory;

    @BeforeAll
    static void makeFiles(@TempDir Path temporary) throws IOException {
        directory = temporary;
        Files.writeString(temporary.resolve("good.csv"), "event_ms,arrival_ms,key\n1,2,a\n");
        Files.writeString(temporary.resolve("other.csv"), "time,\u0007bell\n1,2\n");
        Files.writeString(temporary.resolve("twice.csv"), "event_ms,x,x,key,key\n1,2,3,a,b\n");
        Files.writeString(temporary.resolve("pipes.csv"), "event_ms|key\n1|2\n");
        Files.writeString(temporary.resolve("empty.csv"), "");
        Files.writeString(temporary.resolve("blank.csv"), "\n\r\n\n");
        Files.writeString(temporary.resolve("one-line.csv"), "a".repeat(3_000_000));
        Files.writeString(temporary.resolve("many.csv"), "column,".repeat(3_000));
        Files.writeString(temporary.resolve("open.csv"), "\"event_ms,arrival_ms\n1,2\n");
        Files.write(temporary.resolve("utf16.csv"), "event_ms\n1\n".getBytes("UTF-16"));
        Files.write(temporary.resolve("tiny.csv.gz"), new byte[] {0x1f, (byte) 0x8b, 8});
        Files.createDirectories(temporary.resolve("directory.csv"));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("", "--input FILE or --topic TOPIC"),
                wrong("--input good.csv --topic t", "exclude each other"),
                wrong("--input nowhere.csv", "--input=", "nowhere.csv", "no such file"),
                wrong("--input directory.csv", "--input=", "directory.csv", "is a directory"),
                wrong("--input empty.csv", "--input=", "empty.csv", "is empty"),
                wrong("--input blank.csv", "--input=", "blank.csv", "is empty"),
                wrong("--input utf16.csv", "--input=", "utf16.csv", "UTF-8"),
                wrong("--input tiny.csv.gz", "--input=", "tiny.csv.gz", "gzip"),
                wrong("--input other.csv", "--event-field=event_ms", "time, ?bell"),
                wrong("--input one-line.csv", "--event-field=event_ms", "aaaaaaaa…"),
                wrong("--input many.csv", "--event-field=event_ms", "column, …"),
                wrong("--input open.csv", "--event-field=event_ms", "open quote"),
                wrong("--input nowhere://x/y.csv", "--input=nowhere://x/y.csv", "nowhere"),
                wrong("--input=", "--input=", "give a path"),
                wrong("--input good.csv --event-field t", "--event-field=t", "event_ms, arrival"),
                wrong("--input good.csv --arrival-field t", "--arrival-field=t", "no such column"),
                wrong("--input good.csv --key-field t", "--key-field=t", "no such column"),
                wrong("--input twice.csv", "--key-field=key", "more than one column of"),
                wrong("--input twice.csv --arrival-field x", "--arrival-field=x", "more than one"),
                wrong("--input good.csv --partition-field t", "--partition-field=t", "no such"),
                wrong(
                        "--input good.csv --time-format roman",
                        "--time-format",
                        "'roman'",
                        "give iso, millis or seconds"),
                wrong("--input good.csv --arrival-field event_ms", "--arrival-field=event_ms"),
                wrong("--input good.csv --event-field arrival_ms", "--arrival-field=arrival_ms"),
                wrong("--input pipes.csv", "event_ms|key", "comma, semicolon or tab"),
                wrong("--input good.csv --window 0s", "--window=0s:", "1ms or more"),
                wrong(
                        "--input good.csv --window 1m,2m,3m,240s",
                        "--window=1m,2m,3m,240s:",
                        "three"),
                wrong("--input good.csv --window 0ms", "--window=0ms:", "1ms or more"),
                wrong("--input good.csv --window 1m,0.0h", "--window=0.0h:", "1ms or more"),
                wrong("--input good.csv --window 1m --window 60s", "--window=1m,60s:", "twice"),
                wrong("--input good.csv --window 1h,2m,1h", "--window=1h,1h:", "each once"),
                wrong("--input good.csv --window soon", "--window", "'soon' is not a duration"),
                wrong("--input good.csv --window 36501d", "--window=36501d", "36500d"),
                wrong("--input good.csv --delay 1s,36501d", "--delay=36501d", "36500d"),
                wrong("--input good.csv --completeness 1", "--completeness=1:", "below 1"),
                wrong("--input good.csv --completeness 0", "--completeness=0:", "above 0"),
                wrong(
                        "--input good.csv --completeness 0.999999991",
                        "=0.999999991:",
                        "0.99999999 or"),
                wrong("--input good.csv --completeness NaN", "--completeness=NaN", "such as 0.999"),
                wrong("--input good.csv --completeness 99.9%", "--completeness", "99.9%"),
                wrong("--input good.csv --delay -5s", "--delay", "'-5s' is not a duration"),
                wrong("--input good.csv --delay 1s,abc", "--delay", "'abc' is not a duration"),
                wrong("--input good.csv --max-ahead 876024h", "--max-ahead=876024h", "36500d"),
                wrong("--input good.csv --max-ahead -1s", "--max-ahead", "'-1s' is not a duration"),
                wrong("--input good.csv --longest 0s", "--longest=0s:", "1ms or more"),
                wrong("--input good.csv --for 5s", "--for", "--topic"),
                wrong("--input good.csv --until-end", "--until-end", "--topic"),
                wrong("--input good.csv --from latest", "--from", "--topic"),
                wrong("--topic t --for 5s --until-end", "--for and --until-end exclude"),
                wrong("--topic t --for 0ms", "--for=0ms:", "1ms or more"),
                wrong("--topic t --from yesterday", "--from", "yesterday"),
                wrong("--topic t --arrival-field x", "--arrival-field", "--input"),
                wrong("--topic t --partition-field x", "--partition-field", "--input"),
                wrong("--input good.csv --output good.csv", "--output=", "is a file"),
                wrong("--input good.csv --output good.csv/in/it", "--output=", "is a file"),
                wrong("--input good.csv more", "more"),
                wrong("--inputt good.csv", "--inputt"));
    }

    private static Arguments wrong(String line, String... reason) {
        return Arguments.of(line, List.of(reason));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("wrong")
    void refusesWithTheReasonInALine(String line, List<String> reason) {
        String[] arguments = inDirectory(line);

        assertThatThrownBy(() -> Lab.options(arguments))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(reason.toArray(String[]::new))
                .satisfies(
                        refusal ->
                                assertThat(String.valueOf(refusal.getMessage()))
                                        .hasSizeLessThan(700)
                                        .doesNotContainPattern("\\p{Cntrl}"));
    }

    @ParameterizedTest(name = "[{0}]")
    @MethodSource("wrong")
    void describesTheRefusal(String line, List<String> reason) {
        String[] arguments = inDirectory((line + " --describe").strip());

        assertThat(Lab.answer(arguments)).startsWith("{\"usage_error\":");
    }

    private static String[] inDirectory(String line) {
        return Arrays.stream(line.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .map(
                        word ->
                                word.contains(".csv") && !word.contains("://")
                                        ? directory.resolve(word).toString()
                                        : word)
                .toArray(String[]::new);
    }

    @Test
    void looksForTheUsualColumns() {
        WatermarkLabOptions options = Lab.optionsFor(directory.resolve("good.csv"));

        assertThat(options.input().fields())
                .extracting(TraceFields::names)
                .isEqualTo(List.of("event_ms", "arrival_ms", "key", ""));
        assertThat(options.windows()).containsExactly(Duration.ofMinutes(1));
        assertThat(options.completeness()).isEqualTo(0.999);
    }

    @Test
    void canBeToldToReadTheOrderOfTheRows() {
        WatermarkLabOptions options =
                Lab.optionsFor(directory.resolve("good.csv"), "--arrival-field=row-order");

        assertThat(options.input().hasArrivalClock()).isFalse();
    }

    @Test
    void makesNothingBeforeItRuns() {
        Path report = directory.resolve("not-yet");

        Lab.answer("--input=" + directory.resolve("good.csv"), "--output=" + report, "--describe");

        assertThat(report).doesNotExist();
    }

    @Test
    void takesTheHighestCompletenessThatCanBeMeasured() {
        Path file = directory.resolve("good.csv");
        WatermarkLabOptions options = Lab.optionsFor(file, "--completeness=0.99999999");

        assertThat(LabPlan.strategies(options)).isNotEmpty();
    }

    @Test
    void takesTheNameOfAFormatInAnyCase() {
        Path file = directory.resolve("good.csv");

        assertThat(Lab.optionsFor(file, "--time-format=Seconds").input().fields().format())
                .isEqualTo(TimeFormat.SECONDS);
    }

    @Test
    void theManualSaysWhatOrderIsNeededAndWhatIsNotHeldToTheLongestDelay() {
        String manual = Lab.answer("--help").replaceAll("\\s+", " ");

        assertThat(manual)
                .contains("in the order of the file: they must be sorted by arrival")
                .contains("does not limit the constant delay that is recommended");
    }

    @Test
    void theManualNamesEachOptionAndFitsATerminal() {
        String manual = Lab.answer("--help");

        new CommandLine(new WatermarkLabCommand())
                .getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .forEach(option -> assertThat(manual).contains(option.longestName()));
        assertThat(manual.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    }
}
