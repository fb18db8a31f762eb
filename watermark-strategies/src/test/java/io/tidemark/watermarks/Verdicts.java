package io.tidemark.watermarks;

import java.util.Arrays;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * How a strategy fared on a history: what share of the events was behind the watermark, and how far
 * the watermark lay behind the newest event, in the mean over the events that had one.
 */
record Verdicts(long events, long behind, double meanWait) {

    double share() {
        return (double) behind / events;
    }

    static Verdicts of(WatermarkStrategy<Event> strategy, Event[] history) {
        WatermarkGenerator<Event> generator = Homes.generator(strategy);
        Homes.Recorded out = new Homes.Recorded();
        long max = Long.MIN_VALUE;
        long behind = 0;
        long waiting = 0;
        double waits = 0;
        for (Event event : history) {
            behind += event.time() <= out.last ? 1 : 0;
            Homes.take(generator, event, out);
            max = Math.max(max, event.time());
            if (out.last != Long.MIN_VALUE) {
                waiting++;
                waits += max - 1 - out.last;
            }
        }
        return new Verdicts(history.length, behind, waits / waiting);
    }

    /** The shortest constant delay by which at most that share would have been behind. */
    static long bestConstantDelay(Event[] history, double share) {
        long[] disorders = new long[history.length];
        long max = Long.MIN_VALUE;
        for (int i = 0; i < history.length; i++) {
            disorders[i] = i == 0 ? 0 : Math.max(0, max - history[i].time());
            max = Math.max(max, history[i].time());
        }
        Arrays.sort(disorders);
        return disorders[history.length - 1 - (int) (share * history.length)];
    }
}
