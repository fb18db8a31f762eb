package io.tidemark.bench.windows;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Measures events a second: lets the windows fill, measures, and gives up on an engine that takes
 * too long.
 *
 * <p>What counts is not what the source has emitted but what the sink has seen the watermark of: an
 * engine may take in events fast and leave the work to the next watermark. So the clock starts and
 * stops when a watermark arrives.
 */
final class Speed {

    private static final Duration FIRST_EVENT = Duration.ofMinutes(1);

    private final SteadyEvents events;
    private final long delay;
    private final long fillEvents;
    private final long firstFullEnd;
    private final Effort.Times effort;
    private final RunBoard board;
    private final RunningJob job;

    Speed(
            WindowCase windowCase,
            Inputs inputs,
            Effort.Times effort,
            RunBoard board,
            RunningJob job) {
        events = windowCase.steady(inputs);
        delay = inputs.disorderMillis() + 1;
        fillEvents = windowCase.fillEvents(inputs);
        firstFullEnd = EventPattern.START + windowCase.kind().fill().toMillis();
        this.effort = effort;
        this.board = board;
        this.job = job;
    }

    /** A watermark's arrival at the sink, and the events that it stands for. */
    private record Arrival(long nanos, long watermark, long events) {}

    Trials.Progress run() throws Exception {
        long start = firstEvent();
        Arrival last = new Arrival(start, Long.MIN_VALUE, 0);
        Arrival halfway = last;
        Arrival filled = null;
        while (true) {
            Thread.sleep(2);
            job.check();
            long now = System.nanoTime();
            long watermark = board.sinkWatermark();
            if (watermark > last.watermark()) {
                last = new Arrival(now, watermark, events.eventsUntil(watermark + delay));
                if (filled != null && now - filled.nanos() >= effort.measured().toNanos()) {
                    return progress(filled, last, true);
                }
                if (now - start < effort.budget().toNanos() / 2) {
                    halfway = last;
                }
                if (filled == null
                        && now - start >= effort.warmUp().toNanos()
                        && last.events() >= fillEvents
                        && watermark >= firstFullEnd) {
                    filled = last;
                }
            }
            if (now - start >= budget(last)) {
                return givenUp(filled, halfway, last, start);
            }
        }
    }

    /**
     * An engine gets more time if it has read more than half of the fill, and if it has not
     * completed a second of event time yet, for without one there is nothing to compare.
     */
    private long budget(Arrival last) {
        boolean more =
                last.events() >= fillEvents / 2 || last.watermark() < EventPattern.START + 1000;
        return (more ? effort.longestBudget() : effort.budget()).toNanos();
    }

    private Trials.Progress givenUp(
            @Nullable Arrival filled, Arrival halfway, Arrival last, long start) {
        if (filled != null && last.nanos() - filled.nanos() >= effort.measured().toNanos() / 2) {
            return progress(filled, last, true);
        }
        if (last.nanos() > halfway.nanos()) {
            return progress(halfway, last, false);
        }
        // No watermark came through: the engine is no faster than what it took in.
        double read = board.emitted() * 1e9 / (System.nanoTime() - start);
        return new Trials.Progress(
                read, false, last.watermark(), null, board.longestBarrierMillis());
    }

    private long firstEvent() throws Exception {
        long deadline = System.nanoTime() + FIRST_EVENT.toNanos();
        while (board.emitted() == 0) {
            job.check();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("no event within " + FIRST_EVENT);
            }
            Thread.sleep(2);
        }
        return System.nanoTime();
    }

    private Trials.Progress progress(Arrival from, Arrival to, boolean filled) {
        return new Trials.Progress(
                (to.events() - from.events()) * 1e9 / (to.nanos() - from.nanos()),
                filled,
                to.watermark(),
                null,
                board.longestBarrierMillis());
    }
}
