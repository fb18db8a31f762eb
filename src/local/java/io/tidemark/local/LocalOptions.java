package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * What the user asked the platform for, checked.
 *
 * @param help whether only the manual is wanted
 * @param input the file to replay; empty for the synthetic shop, or for no feed at all
 * @param partitions of the input topic when a file is replayed
 * @param feedKey the field that decides a row's partition
 * @param speed how many times as fast as event time a file is replayed; empty: as fast as possible
 * @param seed of the synthetic shop
 * @param rate orders a second of the synthetic shop
 * @param runFor how long the synthetic shop is open
 * @param shop whether the synthetic shop is wanted, by name of one of its options
 * @param keep the directory that outlives the run
 * @param bootstrapServers the user's own broker
 * @param output where to write what a reader finds
 * @param parallelism of the job; empty: the profile's default
 * @param uiPort the first port to try for the web UI
 * @param flinkConf the Flink profile's directory
 * @param jobArguments everything that is not the platform's, in order
 */
record LocalOptions(
        boolean help,
        Optional<Path> input,
        int partitions,
        Optional<String> feedKey,
        OptionalDouble speed,
        long seed,
        double rate,
        Optional<Duration> runFor,
        boolean shop,
        Optional<Path> keep,
        Optional<String> bootstrapServers,
        Optional<Path> output,
        OptionalInt parallelism,
        int uiPort,
        Path flinkConf,
        List<String> jobArguments) {

    private static final int MOST_PARTITIONS = 1_000;

    /**
     * Reads the arguments that follow the job's name.
     *
     * @param home the root of the project, where the default profile stands
     * @throws WrongUsage with option, value and what would be right
     */
    static LocalOptions parse(Path home, List<String> arguments) {
        LocalArguments raw = new LocalArguments();
        CommandLine commandLine = commandLine(raw);
        try {
            commandLine.parseArgs(arguments.toArray(new String[0]));
        } catch (ParameterException e) {
            throw new WrongUsage(e.getMessage() + "; see --help");
        }
        LocalOptions options =
                new LocalOptions(
                        raw.help,
                        path("--input", raw.input),
                        (int) whole("--partitions", raw.partitions, 1, 1, MOST_PARTITIONS),
                        Optional.ofNullable(raw.feedKey),
                        speed(raw.speed),
                        whole("--seed", raw.seed, 1, Long.MIN_VALUE, Long.MAX_VALUE),
                        rate(raw.rate),
                        Optional.ofNullable(raw.runFor)
                                .map(text -> LocalDuration.parse("--for", text)),
                        raw.seed != null || raw.rate != null || raw.runFor != null,
                        path("--keep", raw.keep),
                        Optional.ofNullable(raw.bootstrapServers).map(LocalOptions::servers),
                        path("--output", raw.output),
                        parallelism(raw.cluster.parallelism),
                        uiPort(raw.cluster.uiPort),
                        flinkConf(home, raw.cluster.flinkConf),
                        List.copyOf(commandLine.getUnmatchedArguments()));
        if (!options.help) {
            options.check(raw);
        }
        return options;
    }

    /** The manual of the platform's own options. */
    static String manual() {
        return commandLine(new LocalArguments()).getUsageMessage();
    }

    /**
     * Whether anything is fed: always, but for a broker of the user's own with no traffic named.
     */
    boolean feeds() {
        return bootstrapServers.isEmpty() || input.isPresent() || shop;
    }

    private static CommandLine commandLine(LocalArguments raw) {
        return new CommandLine(raw)
                .setUnmatchedArgumentsAllowed(true)
                .setExpandAtFiles(false)
                .setAbbreviatedOptionsAllowed(false);
    }

    private void check(LocalArguments raw) {
        if (input.isPresent()) {
            refuse("--seed", raw.seed, "it belongs to the synthetic shop; leave out it or --input");
            refuse(
                    "--rate",
                    raw.rate,
                    "it belongs to the synthetic shop; use --speed with --input");
            refuse(
                    "--for",
                    raw.runFor,
                    "it belongs to the synthetic shop; leave out it or --input");
            if (partitions > 1 && feedKey.isEmpty()) {
                throw new WrongUsage(
                        "--partitions="
                                + partitions
                                + " needs --feed-key FIELD: without it there is no order in which"
                                + " rows belong to a partition");
            }
        } else {
            refuse(
                    "--partitions",
                    raw.partitions,
                    "it needs --input; the shop has four partitions");
            refuse("--feed-key", raw.feedKey, "it needs --input FILE");
            refuse(
                    "--speed",
                    raw.speed,
                    "it needs --input FILE; use --rate for the synthetic shop");
        }
        output.ifPresent(path -> checkDirectory("--output", path));
        keep.ifPresent(path -> checkDirectory("--keep", path));
    }

    static OptionalInt parallelism(@Nullable String text) {
        return text == null
                ? OptionalInt.empty()
                : OptionalInt.of((int) whole("--parallelism", text, 1, 1, Short.MAX_VALUE));
    }

    static int uiPort(@Nullable String text) {
        return (int) whole("--ui-port", text, 8081, 1, 65_535);
    }

    /**
     * The directory of the Flink profile.
     *
     * @throws WrongUsage if it does not hold what a profile needs
     */
    static Path flinkConf(Path home, @Nullable String text) {
        Path directory =
                text == null
                        ? home.resolve("flink-conf").resolve("local")
                        : Path.of(text).toAbsolutePath();
        for (String file : List.of("config.yaml", "log4j.properties")) {
            if (!Files.isReadable(directory.resolve(file))) {
                throw new WrongUsage(
                        "--flink-conf="
                                + directory
                                + ": there is no readable "
                                + file
                                + " in it; name a directory like flink-conf/local");
            }
        }
        return directory;
    }

    private static void refuse(String option, @Nullable String value, String reason) {
        if (value != null) {
            throw new WrongUsage(option + "=" + value + ": " + reason);
        }
    }

    private static void checkDirectory(String option, Path path) {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new WrongUsage(
                    option + "=" + path + " is a file: name a directory, it is made if absent");
        }
    }

    private static Optional<Path> path(String option, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        if (text.isBlank()) {
            throw new WrongUsage(option + "=: name a file or directory");
        }
        return Optional.of(Path.of(text).toAbsolutePath().normalize());
    }

    private static long whole(
            String option, @Nullable String text, long otherwise, long least, long most) {
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // the same refusal
        }
        throw new WrongUsage(
                "%s=%s: write a whole number from %d to %d".formatted(option, text, least, most));
    }

    private static OptionalDouble speed(@Nullable String text) {
        if (text == null) {
            return OptionalDouble.empty();
        }
        if (text.endsWith("x")) {
            OptionalDouble factor = positive(text.substring(0, text.length() - 1));
            if (factor.isPresent()) {
                return factor;
            }
        }
        throw new WrongUsage(
                "--speed="
                        + text
                        + ": write how many times as fast as event time, such as 600x or 0.5x");
    }

    private static double rate(@Nullable String text) {
        if (text == null) {
            return 100;
        }
        return positive(text)
                .orElseThrow(
                        () ->
                                new WrongUsage(
                                        "--rate="
                                                + text
                                                + ": write orders a second as a positive number,"
                                                + " such as 100 or 0.5"));
    }

    private static OptionalDouble positive(String text) {
        try {
            double value = Double.parseDouble(text);
            return value > 0 && value < Double.POSITIVE_INFINITY
                    ? OptionalDouble.of(value)
                    : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private static String servers(String text) {
        for (String server : text.split(",", -1)) {
            int colon = server.lastIndexOf(':');
            if (colon < 1 || !server.substring(colon + 1).matches("[0-9]{1,5}")) {
                throw new WrongUsage(
                        "--bootstrap-servers="
                                + text
                                + ": write host:port, several separated by commas, such as"
                                + " localhost:9092");
            }
        }
        return text;
    }
}
