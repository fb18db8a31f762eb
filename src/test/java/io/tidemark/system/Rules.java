package io.tidemark.system;

import java.time.Duration;
import java.util.List;

/** The settings of a run that decide what becomes of an order. */
public record Rules(
        Duration window,
        Duration delay,
        Duration step,
        Duration maxAhead,
        Duration allowedLateness,
        Duration dedupFor) {

    /** Narrow enough that a history of minutes has late orders of every kind. */
    public static final Rules NARROW =
            new Rules(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(7),
                    Duration.ofMinutes(1),
                    Duration.ZERO,
                    Duration.ofHours(1));

    Rules allowing(Duration lateness) {
        return new Rules(window, delay, step, maxAhead, lateness, dedupFor);
    }

    /**
     * The same as the job takes it. No partition is ever idle: which one is, only the clock knows.
     */
    public List<String> arguments() {
        return List.of(
                "--window=" + millis(window),
                "--watermark-delay=" + millis(delay),
                "--watermark-step=" + millis(step),
                "--max-ahead=" + millis(maxAhead),
                "--allowed-lateness=" + millis(allowedLateness),
                "--dedup-for=" + millis(dedupFor),
                "--idle-after=0s");
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + "ms";
    }
}
