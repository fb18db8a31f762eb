package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is answered, or refused, before anything starts. */
class WrongUsageIT {
    private static final int WRONG_USAGE = 2;

    private static Path directory;
    private static House house;

    @BeforeAll
    static void makeFiles(@TempDir Path temporary) throws IOException {
        directory = temporary;
        house = House.in(directory);
        String good = String.join(",", Orders.COLUMNS);
        Files.writeString(directory.resolve("empty.csv"), "");
        Files.writeString(directory.resolve("header-only.csv"), good + "\n");
        Files.writeString(directory.resolve("semicolons.csv"), "a;b\n1;2\n");
        Files.createDirectories(directory.resolve("directory.csv"));
        Orders.write(directory.resolve("good.csv"), Orders.ofDays(3, 1));
        Path whole = Orders.write(directory.resolve("whole.csv.gz"), Orders.ofDays(3, 1));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(directory.resolve("half.csv.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        Files.writeString(directory.resolve("torn.csv"), good + "\n1,2\n");
    }

    @AfterAll
    static void closeHouse() {
        house.close();
    }

    @Test
    void listsTheJobs() {
        for (List<String> arguments : List.of(List.<String>of(), List.of("--help"))) {
            Ended ended = run(house.start(arguments));

            assertThat(ended.status()).isZero();
            assertThat(ended.out()).containsPattern("(?m)^orders-per-minute +counts orders");
            assertThat(ended.out()).doesNotContain("\ncli ", "\norders ");
            assertThat(ended.err()).isEmpty();
        }
    }

    @Test
    void refusesAnUnknownJob() {
        for (String job : List.of("orders-per-hour", "cli", "../jobs/orders-per-minute", "--x")) {
            Ended ended = run(house.start(job));

            assertThat(ended.status()).as(job).isEqualTo(WRONG_USAGE);
            assertThat(ended.reason()).startsWith("'" + job + "' is not a job");
            assertThat(ended.err()).contains(House.JOB);
            assertThat(ended.out()).isEmpty();
        }
    }

    @Test
    void helpNamesTheOptionsOfThePlatformAndOfTheJob() {
        Ended ended = run(house.startJob("--help"));

        assertThat(ended.status()).isZero();
        assertThat(ended.out())
                .contains("--input", "--partitions", "--feed-key", "--speed", "--seed", "--rate")
                .contains("--for", "--keep", "--bootstrap-servers", "--output", "--ui-port")
                .contains("--window", "--watermark-delay", "--watermark-step", "--idle-after")
                .contains("--allowed-lateness", "--dedup-for", "--earliest", "--max-ahead")
                .contains("--delivery", "--transaction-timeout", "--from", "--until-end")
                .contains("--id-field", "--key-field", "--value-field", "--time-field")
                .contains("counts orders and sums their value per key");
        assertThat(ended.err()).isEmpty();
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("--windoww 1m", "--windoww"),
                wrong("--window=soon", "--window", "soon"),
                wrong("--window 0s", "--window=0"),
                wrong("--window 2h --dedup-for 1h", "--dedup-for=1h", "--window"),
                wrong("--time-format roman", "--time-format", "roman"),
                wrong("--from yesterday", "--from", "yesterday"),
                wrong("--rate many", "--rate=many"),
                wrong("--for 0s", "--for=0s"),
                wrong("--parallelism 99", "--parallelism=99", "8 slots"),
                wrong("--bootstrap-servers nowhere", "--bootstrap-servers", "nowhere"),
                wrong("--partitions 4", "--partitions=4", "--input"),
                wrong("--input good.csv --rate 5", "--rate=5"),
                wrong("--input good.csv --partitions 4", "--partitions=4", "--feed-key"),
                wrong("--input good.csv --speed fast", "--speed=fast"),
                wrong("--input nowhere.csv", "nowhere.csv", "no such file"),
                wrong("--input directory.csv", "directory.csv", "directory"),
                wrong("--input empty.csv", "empty.csv", "empty"),
                wrong("--input header-only.csv FIELDS", "header-only.csv", "no rows"),
                wrong("--input half.csv.gz FIELDS", "half.csv.gz"),
                wrong("--input torn.csv FIELDS", "torn.csv"),
                wrong("--input semicolons.csv FIELDS", "no column", "commas"),
                wrong("--input good.csv", "order_id", "invoice, ordered_at"),
                wrong(
                        "--input good.csv FIELDS --partitions 2 --feed-key shop",
                        "no column shop",
                        "--feed-key"),
                wrong("--input good.csv FIELDS --output good.csv", "--output", "directory"),
                wrong("--input good.csv FIELDS --output good.csv/in", "--output", "directory"),
                wrong("--input good.csv FIELDS --keep good.csv", "--keep", "directory"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void refusesWithTheReason(String line, List<String> reason) {
        List<String> arguments =
                Stream.of(line.split(" "))
                        .flatMap(
                                word ->
                                        word.equals("FIELDS")
                                                ? Replay.FIELDS.stream()
                                                : Stream.of(word))
                        .map(
                                word ->
                                        word.contains(".csv")
                                                ? directory.resolve(word).toString()
                                                : word)
                        .toList();

        Ended ended = run(house.startJob(arguments));

        assertThat(ended.status()).as(ended.toString()).isEqualTo(WRONG_USAGE);
        assertThat(ended.reason()).startsWith(House.JOB + ": ").contains(reason);
        assertThat(ended.err().lines().count()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).as("nothing has been started").isEmpty();
    }

    private static Arguments wrong(String line, String... reason) {
        return Arguments.of(line, List.of(reason));
    }

    private static Ended run(Command command) {
        try (command) {
            return command.end();
        }
    }
}
