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

    private final Path home = Path.of(System.getProperty("tidemark.home", "")).toAbsolutePath();
    private final String name;
    private final PrintStream out;
    private Optional<Path> log = Optional.empty();

    private LocalMain(String name, PrintStream out) {
        this.name = name;
        this.out = out;
    }

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
        LocalMain main = new LocalMain(name, out);
        try {
            if (arguments.size() < 2) {
                throw new WrongUsage("start a job with ./jobs/run JOB");
            }
            JobArchive archive = JobArchive.open(Path.of(arguments.get(1)).toAbsolutePath());
            List<String> given = arguments.subList(2, arguments.size());
            return archive.writesReport()
                    ? main.report(archive, ReportOptions.parse(main.home, given))
                    : main.job(archive, LocalOptions.parse(main.home, given));
        } catch (WrongUsage e) {
            err.println(name + ": " + e.reason());
            return WRONG_USAGE;
        } catch (JobFailed e) {
            main.complain(err, e.lines());
            return FAILED;
        } catch (IOException | RuntimeException e) {
            main.complain(err, RootCause.of(e));
            return FAILED;
        }
    }

    private int job(JobArchive archive, LocalOptions options) throws JobFailed, IOException {
        if (options.help()) {
            return manual(LocalOptions.manual(), archive);
        }
        JobDescription job =
                archive.describe(
                        LocalRun.jobArguments(
                                options, options.bootstrapServers().orElse(NO_BROKER_YET)));
        Optional<Feed> feed =
                options.feeds() ? Optional.of(Feed.open(options, job)) : Optional.empty();
        logTo(options.keep(), options.flinkConf());
        try (RunView view = RunView.of(out, terminal(), columns())) {
            boolean addsUp =
                    LocalRun.of(options, archive, job, feed, view, StopSignals.installed(), log)
                            .complete();
            return addsUp ? CLEAN : FAILED;
        } finally {
            feed.ifPresent(open -> open.traffic().close());
        }
    }

    private int report(JobArchive archive, ReportOptions options) throws JobFailed, IOException {
        if (options.help()) {
            return manual(ReportOptions.manual(), archive);
        }
        ReportDescription job = archive.describeReport(options.jobArguments());
        logTo(Optional.empty(), options.flinkConf());
        ProgressLine progress = new ProgressLine(out, terminal(), job.progressSize());
        ReportRun.of(options, archive, job, progress, StopSignals.installed(), out).complete(log);
        return CLEAN;
    }

    private int manual(String ofPlatform, JobArchive archive) throws JobFailed {
        out.println(ofPlatform);
        out.print(archive.manual());
        return CLEAN;
    }

    /**
     * Sends the log of this process to a file of this run: in the kept directory, or else where the
     * build leaves its things.
     */
    private void logTo(Optional<Path> keep, Path flinkConf) throws IOException {
        Path directory =
                keep.map(kept -> kept.resolve("log"))
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
                flinkConf.resolve("log4j.properties").toUri().toString());
        log = Optional.of(file);
    }

    private static boolean terminal() {
        return Boolean.getBoolean("tidemark.terminal");
    }

    private static int columns() {
        return Integer.getInteger("tidemark.columns", USUAL_COLUMNS);
    }

    private void complain(PrintStream err, List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        log.ifPresent(file -> all.add("log: " + file));
        err.println(name + " failed: " + String.join(System.lineSeparator() + "  ", all));
    }
}
