package io.tidemark.local;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.OutputCounts;
import io.tidemark.local.ledger.OutputFiles;
import io.tidemark.local.ledger.OutputListener;
import io.tidemark.local.ledger.OutputReader;
import io.tidemark.local.traffic.FeedProgress;
import io.tidemark.local.traffic.Feeder;
import io.tidemark.local.usage.WrongUsage;
import io.tidemark.local.view.RunStatus;
import io.tidemark.local.view.RunView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.configuration.Configuration;

/**
 * The course of one run: start the platform, feed it, submit the job, watch it, end it in good
 * order, and prove that nothing vanished.
 */
final class LocalRun {
    private static final long TICK_MILLIS = 200;
    private static final Duration CATCH_UP = Duration.ofSeconds(20);
    private static final Duration READ_TO_END = Duration.ofSeconds(30);
    private static final Duration READ_EARLIER_RUNS = Duration.ofSeconds(10);

    private final LocalOptions options;
    private final JobArchive archive;
    private final JobDescription job;
    private final Optional<Feed> feed;
    private final RunView view;
    private final StopSignals signals;
    private final Optional<Path> logFile;

    private LocalRun(
            LocalOptions options,
            JobArchive archive,
            JobDescription job,
            Optional<Feed> feed,
            RunView view,
            StopSignals signals,
            Optional<Path> logFile) {
        this.options = options;
        this.archive = archive;
        this.job = job;
        this.feed = feed;
        this.view = view;
        this.signals = signals;
        this.logFile = logFile;
    }

    /** A run of this job, of which nothing has started yet. */
    static LocalRun of(
            LocalOptions options,
            JobArchive archive,
            JobDescription job,
            Optional<Feed> feed,
            RunView view,
            StopSignals signals,
            Optional<Path> logFile) {
        return new LocalRun(options, archive, job, feed, view, signals, logFile);
    }

    /**
     * Runs to the end.
     *
     * @return whether the ledger adds up
     * @throws WrongUsage if what the run finds does not go with its options
     * @throws JobFailed if broker, cluster or job fail
     * @throws IOException if the output cannot be written
     */
    boolean complete() throws JobFailed, IOException {
        try (RunDirectory directory =
                options.keep().map(RunDirectory::kept).orElseGet(RunDirectory::temporary)) {
            Optional<KeptRun> earlier = KeptRun.readFrom(directory);
            earlier.ifPresent(run -> run.checkGoesOn(job, directory));
            Configuration profile = profile();
            options.output().ifPresent(OutputFiles::prepare);
            view.line("starting the platform");
            try (LocalPlatform platform =
                    LocalPlatform.start(options, profile, directory, logFile)) {
                view.line("Kafka broker  " + platform.servers());
                view.line("Flink web UI  " + platform.flink().address());
                return feedAndSubmit(platform, directory, earlier);
            }
        }
    }

    private boolean feedAndSubmit(
            LocalPlatform platform, RunDirectory directory, Optional<KeptRun> earlier)
            throws JobFailed, IOException {
        int partitions = feed.isPresent() ? ensureTopic(platform.topics(), feed.get()) : 0;
        Optional<Feeder> feeder = Optional.empty();
        try {
            // A job that stops at the log's end as it finds it needs all to be there before.
            if (feed.isPresent() && job.untilEnd()) {
                feeder = Optional.of(startFeeding(platform, feed.get(), partitions));
                if (!feedToTheEnd(feeder.get())) {
                    view.line("stopped before all was fed; the job was not submitted");
                    return true;
                }
            }
            if (signals.count() > 0) {
                view.line("stopped before the job was submitted");
                return true;
            }
            Optional<Path> resume = earlier.flatMap(run -> run.resumePoint(directory));
            resume.ifPresent(path -> view.line("going on from " + path));
            KeptRun before =
                    resume.isPresent()
                            ? earlier.orElseThrow()
                            : KeptRun.fresh(job, platform.topics());
            List<String> arguments = jobArguments(options, platform.servers());
            if (before.isFollowedByADrain(directory, resume)) {
                // Rows that the drain closed early are visible; the last message of a key will be
                // the truth again.
                arguments.add("--allow-older-checkpoint");
            }
            RunningJob running =
                    platform.flink()
                            .submit(archive.jar(), arguments, options.parallelism(), resume);
            KeptRun run = before.withRunningJob(running.id());
            run.writeTo(directory);
            if (feed.isPresent() && !job.untilEnd()) {
                feeder = Optional.of(startFeeding(platform, feed.get(), partitions));
            }
            return follow(platform, directory, run, running, feeder, resume.isPresent());
        } finally {
            feeder.ifPresent(Feeder::close);
        }
    }

    private boolean follow(
            LocalPlatform platform,
            RunDirectory directory,
            KeptRun run,
            RunningJob running,
            Optional<Feeder> feeder,
            boolean resumed)
            throws JobFailed, IOException {
        Optional<Path> output = options.output();
        try (OutputReader reader =
                        OutputReader.from(
                                platform.servers(), job.outputs(), job.rows(), run.outputStart());
                OutputFiles files = output.isPresent() ? OutputFiles.in(output.get()) : null) {
            if (resumed) {
                // What earlier runs wrote belongs to the ledger, but has been seen.
                reader.readToEnd(
                        READ_EARLIER_RUNS, files == null ? new OutputListener() {} : files);
            }
            OutputListener listener = files == null ? view : OutputListener.all(files, view);
            JobWatch.Watched watched =
                    new JobWatch.Watched(
                            running, run, job, feeder, feed.isPresent() && feed.get().bounded());
            JobWatch watch =
                    JobWatch.over(watched, platform.topics(), reader, listener, view, signals);
            JobWatch.Ending ending = end(watch, directory, run, running, feeder);
            reader.readToEnd(READ_TO_END, listener).forEach(view::line);
            boolean drained = ending != JobWatch.Ending.STOP_WANTED;
            watch.showEnd(drained);
            Map<Integer, Long> taken =
                    ending == JobWatch.Ending.FINISHED
                            ? run.inputEnd()
                            : platform.topics().committed(run.inputTopic(), job.group());
            if (ending == JobWatch.Ending.CAUGHT_UP) {
                watch.requireAllTaken(taken);
            }
            Ledger ledger = Ledger.of(run.taken(taken), reader.counts(), drained);
            if (files != null) {
                files.write(ledger);
            }
            view.ledger(ledger);
            return ledger.addsUp();
        }
    }

    /** Waits for the time to end, and ends the job. */
    private JobWatch.Ending end(
            JobWatch watch,
            RunDirectory directory,
            KeptRun run,
            RunningJob running,
            Optional<Feeder> feeder)
            throws JobFailed {
        JobWatch.Ending ending = watch.untilTimeToEnd();
        if (ending == JobWatch.Ending.STOP_WANTED) {
            view.line("stopping (once more: without waiting for the job to catch up)");
            if (feeder.isPresent()) {
                feeder.get().stop();
                ending = watch.catchUp(CATCH_UP);
            }
        }
        KeptRun ended =
                switch (ending) {
                    case FINISHED -> run.finished();
                    case CAUGHT_UP -> drain(directory, run, running);
                    case STOP_WANTED ->
                            run.endedWith(directory, running.stop(directory.savepoints(), false));
                };
        ended.writeTo(directory);
        directory.deleteStateExcept(ended.resumePoint(directory));
        return ending;
    }

    /**
     * Closes all windows. The next run over a kept directory goes on from the moment before: with
     * windows that are still open.
     */
    private static KeptRun drain(RunDirectory directory, KeptRun run, RunningJob running)
            throws JobFailed {
        KeptRun ended = run;
        if (directory.isKept()) {
            ended = run.endedWith(directory, running.savepoint(directory.savepoints()));
            ended.writeTo(directory);
        }
        running.stop(directory.scratch(), true);
        return ended;
    }

    /** Feeds until all is sent; false if somebody wants the run to end before that. */
    private boolean feedToTheEnd(Feeder feeder) throws JobFailed {
        while (true) {
            FeedProgress progress = feeder.progress();
            view.tick(
                    new RunStatus(Optional.of(progress), OutputCounts.NONE, OptionalLong.empty()));
            JobWatch.checkFeed(progress);
            if (progress.done()) {
                return true;
            }
            if (signals.count() > 0) {
                feeder.stop();
                return false;
            }
            Pause.millis(TICK_MILLIS);
        }
    }

    private int ensureTopic(TopicLog topics, Feed traffic) throws JobFailed {
        return topics.ensureTopic(
                job.input().topic(), traffic.partitions(), traffic.partitionsWanted());
    }

    private Feeder startFeeding(LocalPlatform platform, Feed traffic, int partitions) {
        return traffic.startTo(platform.servers(), job.input().topic(), partitions);
    }

    private Configuration profile() {
        Configuration profile = LocalFlink.profile(options.flinkConf());
        int slots = LocalFlink.slots(profile);
        if (options.parallelism().orElse(1) > slots) {
            throw new WrongUsage(
                    "--parallelism="
                            + options.parallelism().getAsInt()
                            + ": the profile "
                            + options.flinkConf()
                            + " has "
                            + slots
                            + " slots; ask for at most that many, or raise"
                            + " taskmanager.numberOfTaskSlots in its config.yaml");
        }
        return profile;
    }

    /** The job's own arguments, and the broker that it is to use. */
    static List<String> jobArguments(LocalOptions options, String servers) {
        List<String> arguments = new ArrayList<>(options.jobArguments());
        arguments.add("--bootstrap-servers");
        arguments.add(servers);
        return arguments;
    }
}
