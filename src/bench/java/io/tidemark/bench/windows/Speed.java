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
    private static final int LONGEST_BUDGETS = 5;

    private final SteadyEvents events;
    private final long delay;
    private final long fillEvents;
    private final long firstFullEnd;
    private final Effort effort;
    private final long budgetNanos;
    private final RunBoard board;
    private final RunningJob job;

    Speed(WindowCase windowCase, Inputs inputs, Effort effort, RunBoard board, RunningJob job) {
        events = windowCase.steady(inputs);
        delay = inputs.disorderMillis() + 1;
        fillEvents = windowCase.fillEvents(inputs);
        firstFullEnd = EventPattern.START + windowCase.kind().fill().toMillis();
        this.effort = effort;
        budgetNanos = effort.budget(windowCase).toNanos();
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
                if (now - start < budgetNanos / 2) {
                    halfway = last;
                }
                if (filled == null
                        && now - start >= effort.warmUp().toNanos()
                        && last.events() >= fillEvents
                        && watermark >= firstFullEnd) {
                    filled = last;
                }
            }
            if (now - start >= longest(last)) {
                boolean enough =
                        filled != null && last.nanos() - filled.nanos() >= budgetNanos / 10;
                return progress(enough ? filled : halfway, last, enough);
            }
        }
    }

    /** Without a completed second there is nothing to compare: a slow engine gets more time. */
    private long longest(Arrival last) {
        return last.watermark() >= EventPattern.START + 1000
                ? budgetNanos
                : LONGEST_BUDGETS * budgetNanos;
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

    private Trials.Progress progress(@Nullable Arrival from, Arrival to, boolean filled) {
        return new Trials.Progress(
                from == null ? 0 : rate(from, to),
                filled,
                to.watermark(),
                null,
                board.longestBarrierMillis());
    }

    private static double rate(Arrival from, Arrival to) {
        return to.nanos() == from.nanos()
                ? 0
                : (to.events() - from.events()) * 1e9 / (to.nanos() - from.nanos());
    }
}
