package io.tidemark.watermarks;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A delay that follows what the latest events would have needed. */
final class LearnedDelay {

    /** Events without a watermark at the beginning. */
    static final int WARM_UP_EVENTS = 100;

    /**
     * A log that began with nothing cannot hold events older than itself, so at first the late ones
     * are still missing from what is measured. When it is so many delays old, few are.
     */
    private static final int DELAYS_TO_AGE = 3;

    /** Fewer would chase bursts, more would follow a change too late. */
    private static final int DEFAULT_HORIZON = 20_000;

    /** Events that need a longer delay, in the horizon: fewer do not measure a share. */
    private static final int EXCEEDING_NEEDED = 20;

    private static final int LOOKS_A_HORIZON = 40;

    /** A delay changes if the measured one differs by more than this part of it. */
    private static final int HYSTERESIS_PART = 20;

    private LearnedDelay() {}

    /**
     * What share of events a delay may be too short for, and in which bounds it is sought.
     *
     * @param share above 0, below 1
     * @param floorMillis the shortest delay
     * @param ceilingMillis the longest delay
     * @param horizonEvents how many events are measured
     */
    record Settings(double share, long floorMillis, long ceilingMillis, int horizonEvents)
            implements Serializable {

        static Settings of(double share, Duration atMost) {
            if (!(share > 0 && share < 1)) {
                throw new IllegalArgumentException(
                        "share="
                                + share
                                + " is not between 0 and 1: give 0.001 for one event in a thousand");
            }
            if (Millis.isNone(atMost)) {
                throw new IllegalArgumentException(
                        "atMost="
                                + atMost
                                + " is below 1 ms: give the longest delay that you can bear");
            }
            return new Settings(share, 0, Millis.of("atMost", atMost), defaultHorizon(share));
        }

        private static int defaultHorizon(double share) {
            return (int)
                    Math.min(
                            Integer.MAX_VALUE, Math.max(DEFAULT_HORIZON, EXCEEDING_NEEDED / share));
        }

        Settings withFloor(Duration atLeast) {
            if (atLeast.isNegative()
                    || atLeast.compareTo(Duration.ofMillis(ceilingMillis).plusMillis(1)) >= 0) {
                throw new IllegalArgumentException(
                        "atLeast="
                                + atLeast
                                + " is not between 0 and the longest delay of "
                                + Duration.ofMillis(ceilingMillis));
            }
            return new Settings(share, atLeast.toMillis(), ceilingMillis, horizonEvents);
        }

        Settings withHorizon(int events) {
            if (events < 10 / share) {
                throw new IllegalArgumentException(
                        "events="
                                + events
                                + " are too few to measure a share of "
                                + share
                                + ": give at least "
                                + (long) Math.ceil(10 / share));
            }
            return new Settings(share, floorMillis, ceilingMillis, events);
        }

        @Override
        public String toString() {
            return 100 * share
                    + "% of the latest "
                    + horizonEvents
                    + " events, waiting "
                    + floorMillis
                    + " to "
                    + ceilingMillis
                    + " ms,";
        }
    }

    /** A generator with such a delay. */
    abstract static class Generator<T> extends DelayGenerator<T> {

        private final Settings settings;
        private final SlidingDelays delays;

        /** How far one event that needed a longer delay brings the next look forward. */
        private final long eventsPerExceeding;

        private long delayMillis = NONE_YET;
        private long eventsUntilLook = WARM_UP_EVENTS;

        /** The earliest event time of the warm-up. */
        private long origin = Long.MAX_VALUE;

        Generator(String kind, Settings settings, EventTimes<T> times, WatermarkMetrics metrics) {
            super(kind, times, metrics);
            this.settings = settings;
            this.delays = new SlidingDelays(settings.horizonEvents);
            this.eventsPerExceeding = (long) (1 / (3 * settings.share));
        }

        /**
         * The shortest delay that would have been long enough for an event; what is below 0 counts
         * as 0.
         */
        abstract long needed(T event, long eventTime, long progressBefore);

        @Override
        final boolean learn(T event, long eventTime, long progressBefore) {
            long needed =
                    progressBefore == Credibility.NO_PROGRESS
                            ? 0
                            : needed(event, eventTime, progressBefore);
            delays.add(needed);
            if (delayMillis == NONE_YET) {
                origin = Math.min(origin, eventTime);
            }
            if (needed > delayMillis
                    && delayMillis != NONE_YET
                    && delayMillis < settings.ceilingMillis) {
                // More than the share allows: what has changed shall not wait for the next look.
                eventsUntilLook -= eventsPerExceeding;
            }
            if (--eventsUntilLook > 0) {
                return false;
            }
            eventsUntilLook =
                    Math.min(delays.events() / 20, settings.horizonEvents / LOOKS_A_HORIZON) + 1;
            long measured = delays.neededByAllBut(settings.share);
            long wanted =
                    Math.max(settings.floorMillis, Math.min(settings.ceilingMillis, measured));
            if (delayMillis != NONE_YET
                    && wanted == measured
                    && Math.abs(wanted - delayMillis) <= delayMillis / HYSTERESIS_PART) {
                return false;
            }
            boolean changed = wanted != delayMillis;
            delayMillis = wanted;
            return changed;
        }

        @Override
        final long delayMillis() {
            return isYoung() ? NONE_YET : delayMillis;
        }

        /**
         * Divided before they are subtracted: two times may lie further apart than numbers reach.
         */
        private boolean isYoung() {
            return progress() / DELAYS_TO_AGE - origin / DELAYS_TO_AGE < delayMillis;
        }

        @Override
        final long stepMillis() {
            return Steps.defaultStepMillis(delayMillis);
        }

        @Override
        final void writeDelay(DataOutputView out) throws IOException {
            out.writeLong(delayMillis);
            out.writeLong(eventsUntilLook);
            out.writeLong(origin);
            delays.write(out);
        }

        @Override
        final void readDelay(DataInputView in) throws IOException {
            delayMillis = in.readLong();
            eventsUntilLook = in.readLong();
            origin = in.readLong();
            delays.read(in);
        }
    }
}
