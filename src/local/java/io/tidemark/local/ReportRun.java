package io.tidemark.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;

/**
 * The course of one run of a job that reads something to its end and writes a report: start a
 * cluster, submit, show how far it has come, print the report's summary.
 */
final class ReportRun {
    private static final long POLL_MILLIS = 250;

    /** How often to ask again for what must be there soon. */
    private static final int PATIENCE = 20;

    private final ReportOptions options;
    private final JobArchive archive;
    private final ReportDescription job;
    private final ProgressLine progress;
    private final StopSignals signals;
    private final PrintStream out;

    private ReportRun(
            ReportOptions options,
            JobArchive archive,
            ReportDescription job,
            ProgressLine progress,
            StopSignals signals,
            PrintStream out) {
        this.options = options;
        this.archive = archive;
        this.job = job;
        this.progress = progress;
        this.signals = signals;
        this.out = out;
    }

    /** A run of this job, of which nothing has started yet. */
    static ReportRun of(
            ReportOptions options,
            JobArchive archive,
            ReportDescription job,
            ProgressLine progress,
            StopSignals signals,
            PrintStream out) {
        return new ReportRun(options, archive, job, progress, signals, out);
    }

    /**
     * Runs to the end.
     *
     * @param logFile what the web UI shows as the log
     * @throws io.tidemark.local.usage.WrongUsage if the job finds where it runs that an option is
     *     wrong
     * @throws JobFailed if cluster or job fail, or somebody stopped them
     * @throws IOException if the summary cannot be read
     */
    void complete(Optional<Path> logFile) throws JobFailed, IOException {
        Configuration profile = LocalFlink.profile(options.flinkConf());
        // Nothing of this run is kept to go on from: after a fault it reads again from the start.
        profile.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        try (RunDirectory directory = RunDirectory.temporary();
                LocalFlink flink =
                        LocalFlink.start(profile, directory, options.uiPort(), logFile)) {
            out.println("Flink web UI  " + flink.address());
            out.println("reading " + job.reads());
            RunningJob running =
                    flink.submit(
                            archive.jar(),
                            options.jobArguments(),
                            options.parallelism(),
                            Optional.empty());
            follow(running);
        } finally {
            progress.end();
        }
        out.print(summary());
        out.flush();
    }

    /**
     * What the job left for a terminal, wherever it is; the job alone may know that file system.
     */
    private String summary() throws IOException {
        org.apache.flink.core.fs.Path directory =
                new org.apache.flink.core.fs.Path(job.directory());
        String scheme = directory.toUri().getScheme();
        return scheme == null || scheme.equals("file")
                ? Files.readString(Path.of(directory.getPath()).resolve(job.summaryFile()))
                : "the report is in " + job.directory() + System.lineSeparator();
    }

    /** A job that fails for good has ended for a moment before Flink's REST interface says why. */
    private static List<String> reasons(RunningJob ended) throws JobFailed {
        List<String> reasons = ended.failure();
        for (int i = 0; i < PATIENCE && reasons.isEmpty(); i++) {
            Pause.millis(POLL_MILLIS);
            reasons = ended.failure();
        }
        return reasons;
    }

    private void follow(RunningJob running) throws JobFailed {
        while (true) {
            String status = running.status();
            if (status.equals("FINISHED")) {
                return;
            }
            if (RunningJob.isEnded(status)) {
                List<String> reasons = reasons(running);
                throw new JobFailed(reasons.isEmpty() ? List.of("the job is " + status) : reasons);
            }
            if (signals.count() > 0) {
                running.cancel();
                throw new JobFailed("stopped before the end: there is no report");
            }
            OptionalLong read = running.sumOfMetric(job.progressMetric());
            if (read.isPresent()) {
                progress.show(read.getAsLong());
            }
            Pause.millis(POLL_MILLIS);
        }
    }
}
