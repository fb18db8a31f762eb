package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import io.tidemark.local.view.RunView;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The process behind {@code jobs/run JOB}: runs a job's fat jar on the local platform.
 *
 * <p>The script hands over the job's name, the path of its fat jar, and everything that the user
 * wrote. What it knows of the surroundings comes as system properties: {@code tidemark.home} (root
 * of the project), {@code tidemark.terminal} and {@code tidemark.columns} (whether the output is a
 * terminal, and how wide).
 *
 * <p>Exit status: 0 for a clean end, 1 for a job that failed or a ledger that does not add up, 2
 * for wrong usage.
 */
public final class LocalMain {
    private static final int CLEAN = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    /** A job wants some broker's address even to describe itself; it does not use it for that. */
    private static final String NO_BROKER_YET = "localhost:9092";

    private static final int USUAL_COLUMNS = 100;

    private LocalMain() {}

    /**
     * Runs a job and ends the process.
     *
     * @param arguments the job's name, the path of its fat jar, then the user's arguments
     */
    public static void main(String[] arguments) {
        int status = run(List.of(arguments), System.out, System.err);
        System.out.flush();
        System.exit(status);
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err) {
        String name = arguments.isEmpty() ? "JOB" : arguments.get(0);
        Optional<Path> log = Optional.empty();
        try {
            if (arguments.size() < 2) {
                throw new WrongUsage("start a job with ./jobs/run JOB");
            }
            Path home = Path.of(System.getProperty("tidemark.home", "")).toAbsolutePath();
            LocalOptions options = LocalOptions.parse(home, arguments.subList(2, arguments.size()));
            JobArchive archive = JobArchive.open(Path.of(arguments.get(1)).toAbsolutePath());
            if (options.help()) {
                out.println(LocalOptions.manual());
                out.print(archive.manual());
                return CLEAN;
            }
            JobDescription job =
                    archive.describe(
                            LocalRun.jobArguments(
                                    options, options.bootstrapServers().orElse(NO_BROKER_YET)));
            Optional<Feed> feed =
                    options.feeds() ? Optional.of(Feed.open(options, job)) : Optional.empty();
            log = Optional.of(logTo(home, options, name));
            try (RunView view = view(out)) {
                boolean addsUp =
                        LocalRun.of(options, archive, job, feed, view, StopSignals.installed(), log)
                                .complete();
                return addsUp ? CLEAN : FAILED;
            } finally {
                feed.ifPresent(open -> open.traffic().close());
            }
        } catch (WrongUsage e) {
            err.println(name + ": " + e.reason());
            return WRONG_USAGE;
        } catch (JobFailed e) {
            complain(err, name, e.lines(), log);
            return FAILED;
        } catch (IOException | RuntimeException e) {
            complain(err, name, RootCause.of(e), log);
            return FAILED;
        }
    }

    /**
     * Sends the log of this process to a file of this run: in the kept directory, or else where the
     * build leaves its things.
     */
    private static Path logTo(Path home, LocalOptions options, String name) throws IOException {
        Path directory =
                options.keep()
                        .map(kept -> kept.resolve("log"))
                        .orElseGet(() -> home.resolve("target").resolve("log"));
        Files.createDirectories(directory);
        String moment =
                LocalDateTime.now(ZoneId.systemDefault())
                        .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path file = directory.resolve(name + "-" + moment + ".log");
        // Read by log4j when the first class asks for a logger, so it must be set before that.
        System.setProperty("tidemark.log", file.toString());
        System.setProperty(
                "log4j2.configurationFile",
                options.flinkConf().resolve("log4j.properties").toUri().toString());
        return file;
    }

    private static RunView view(PrintStream out) {
        return RunView.of(
                out,
                Boolean.getBoolean("tidemark.terminal"),
                Integer.getInteger("tidemark.columns", USUAL_COLUMNS));
    }

    private static void complain(
            PrintStream err, String name, List<String> lines, Optional<Path> log) {
        List<String> all = new ArrayList<>(lines);
        log.ifPresent(file -> all.add("log: " + file));
        err.println(name + " failed: " + String.join(System.lineSeparator() + "  ", all));
    }
}
