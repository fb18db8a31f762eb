package io.tidemark.local;

import io.tidemark.local.ledger.OutputListener;
import io.tidemark.local.ledger.OutputReader;
import io.tidemark.local.traffic.FeedProgress;
import io.tidemark.local.traffic.Feeder;
import io.tidemark.local.view.RunStatus;
import io.tidemark.local.view.RunView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The eyes on a job that works: reads what it writes, shows it, and notices when it is time to end.
 *
 * <p>Whether the job has taken in all that was fed is seen from what its source has read since it
 * started, and for partitions of which it has read nothing from the offsets that its consumer group
 * has committed. A group may have offsets from an earlier life, so they are believed only after two
 * checkpoints of this one: with the first the job commits, before the second it has.
 */
final class JobWatch {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration WATERMARK_EVERY = Duration.ofSeconds(1);
    private static final Duration REASON_WITHIN = Duration.ofSeconds(5);
    private static final int CHECKPOINTS_UNTIL_OFFSETS_COUNT = 2;

    private final Watched watched;
    private final TopicLog topics;
    private final OutputReader reader;
    private final OutputListener listener;
    private final RunView view;
    private final StopSignals signals;

    private OptionalLong watermark = OptionalLong.empty();
    private long watermarkDueNanos = System.nanoTime();
    private boolean restarting;

    /** How a watch ended. */
    enum Ending {
        /** All that was fed has been taken in; the job is still at work. */
        CAUGHT_UP,
        /** The job has finished by itself, as a job that was told to stop at the log's end. */
        FINISHED,
        /** Somebody wants the run to end; the job is still at work. */
        STOP_WANTED
    }

    /**
     * What is watched.
     *
     * @param job the job, at work
     * @param run where it began
     * @param description what it is
     * @param feeder what feeds it, if anything does
     * @param bounded whether the feed ends by itself, so that the run ends when all is taken in
     */
    record Watched(
            RunningJob job,
            KeptRun run,
            JobDescription description,
            Optional<Feeder> feeder,
            boolean bounded) {}

    /** Where a bounded feed ended, by partition; empty before that. */
    private Map<Integer, Long> goal = Map.of();

    private JobWatch(
            Watched watched,
            TopicLog topics,
            OutputReader reader,
            OutputListener listener,
            RunView view,
            StopSignals signals) {
        this.watched = watched;
        this.topics = topics;
        this.reader = reader;
        this.listener = listener;
        this.view = view;
        this.signals = signals;
    }

    /**
     * A watch over this job.
     *
     * @param listener gets every record that the job wrote
     */
    static JobWatch over(
            Watched watched,
            TopicLog topics,
            OutputReader reader,
            OutputListener listener,
            RunView view,
            StopSignals signals) {
        return new JobWatch(watched, topics, reader, listener, view, signals);
    }

    /**
     * Watches until it is time to end.
     *
     * @throws JobFailed if the job or the feed fails
     */
    Ending untilTimeToEnd() throws JobFailed {
        boolean fed = false;
        while (true) {
            look();
            if (hasFinished()) {
                return Ending.FINISHED;
            }
            if (signals.count() > 0) {
                return Ending.STOP_WANTED;
            }
            if (watched.bounded() && !watched.description().untilEnd()) {
                if (!fed
                        && watched.feeder().isPresent()
                        && watched.feeder().get().progress().done()) {
                    fed = true;
                    goal = topics.end(watched.run().inputTopic());
                }
                if (fed && hasReached(goal)) {
                    return Ending.CAUGHT_UP;
                }
            }
        }
    }

    /**
     * Makes sure that a job that was drained had taken in all that was fed.
     *
     * @param taken where it stopped, by partition
     * @throws JobFailed if it had not: it crashed and began again in the moment between
     */
    void requireAllTaken(Map<Integer, Long> taken) throws JobFailed {
        for (Map.Entry<Integer, Long> end : goal.entrySet()) {
            long stopped = taken.getOrDefault(end.getKey(), 0L);
            if (stopped < end.getValue()) {
                throw new JobFailed(
                        "the job was drained at offset "
                                + stopped
                                + " of partition "
                                + end.getKey()
                                + ", but was fed up to "
                                + end.getValue()
                                + ": it had crashed and was reading again; run it once more");
            }
        }
    }

    /**
     * Watches until the job has taken in what its topic holds now, or has finished, but not longer
     * than this, and not after a second signal.
     */
    Ending catchUp(Duration atMost) throws JobFailed {
        Map<Integer, Long> present = topics.end(watched.run().inputTopic());
        long deadline = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() < deadline && signals.count() < 2) {
            look();
            if (hasFinished()) {
                return Ending.FINISHED;
            }
            if (hasReached(present)) {
                break;
            }
        }
        return Ending.STOP_WANTED;
    }

    /**
     * Shows how it stands when the job has ended and all that it wrote has been read.
     *
     * @param drained whether every window was closed
     */
    void showEnd(boolean drained) {
        view.tick(
                new RunStatus(
                        watched.feeder().map(Feeder::progress),
                        reader.counts(),
                        drained ? OptionalLong.of(Long.MAX_VALUE) : watermark));
    }

    /** Reads and shows what is new. */
    private void look() throws JobFailed {
        reader.poll(POLL, listener);
        if (System.nanoTime() >= watermarkDueNanos) {
            watermark = watched.job().watermark();
            watermarkDueNanos = System.nanoTime() + WATERMARK_EVERY.toNanos();
        }
        Optional<FeedProgress> progress = watched.feeder().map(Feeder::progress);
        view.tick(new RunStatus(progress, reader.counts(), watermark));
        if (progress.isPresent()) {
            checkFeed(progress.get());
        }
    }

    /** Throws if the feed has failed. */
    static void checkFeed(FeedProgress feed) throws JobFailed {
        if (feed.failure() != null) {
            throw new JobFailed(
                    List.of(RootCause.of(feed.failure()).get(0), "in: feeding the job"));
        }
    }

    private boolean hasFinished() throws JobFailed {
        String status = watched.job().status();
        switch (status) {
            case "FAILED" -> throw new JobFailed(reasonOfFailure());
            case "CANCELED" ->
                    throw new JobFailed(
                            "the job was cancelled by somebody else, in the web UI perhaps");
            case "FINISHED" -> {
                if (!watched.description().untilEnd()) {
                    throw new JobFailed(
                            "the job was stopped by somebody else, in the web UI perhaps");
                }
                return true;
            }
            case "RESTARTING" -> tellOfRestart();
            default -> restarting = false;
        }
        return false;
    }

    private void tellOfRestart() throws JobFailed {
        if (restarting) {
            return;
        }
        // The cluster tells the status at once, and the reason a moment later.
        List<String> reasons = watched.job().failure();
        if (!reasons.isEmpty()) {
            view.line("the job starts again after: " + String.join("; ", reasons));
            restarting = true;
        }
    }

    private List<String> reasonOfFailure() throws JobFailed {
        long deadline = System.nanoTime() + REASON_WITHIN.toNanos();
        while (System.nanoTime() < deadline) {
            List<String> reasons = watched.job().failure();
            if (!reasons.isEmpty()) {
                return reasons;
            }
            Pause.millis(POLL.toMillis());
        }
        return List.of("the job failed without saying why: see the log");
    }

    /** Whether the job has read each partition up to this offset. */
    private boolean hasReached(Map<Integer, Long> goal) throws JobFailed {
        Map<Integer, Long> read = watched.job().readOffsets();
        Map<Integer, Long> committed =
                watched.job().completedCheckpoints() < CHECKPOINTS_UNTIL_OFFSETS_COUNT
                        ? Map.of()
                        : topics.committed(
                                watched.run().inputTopic(), watched.description().group());
        return goal.entrySet().stream()
                .allMatch(
                        end -> {
                            int partition = end.getKey();
                            long position =
                                    Math.max(
                                            watched.run().inputStart().getOrDefault(partition, 0L),
                                            Math.max(
                                                    read.getOrDefault(partition, 0L),
                                                    committed.getOrDefault(partition, 0L)));
                            return position >= end.getValue();
                        });
    }
}
