package io.tidemark.operators.disorder;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * How long to wait: the smallest delay of the grid at which the windows of the first size keep the
 * share of events that was asked for: of all events together, so that a single window may keep
 * less.
 *
 * <p>Where recent stragglers have not arrived yet and that matters, the corrected estimate decides.
 * Where no delay keeps that share (clocks that are years behind are behind at any delay), it is the
 * smallest that keeps the share of what can be kept, and the reason says so.
 *
 * @param index the index in the grid
 * @param delay the delay
 * @param window the index of the window that it is for
 * @param asked the share of events that was asked for
 * @param completeness the share of the studied events that the window keeps at that delay, exactly
 * @param corrected whether it is longer than what was counted asks for
 * @param reason why, in a sentence or two
 * @param warnings what to beware of
 */
public record Recommendation(
        int index,
        Duration delay,
        int window,
        double asked,
        double completeness,
        boolean corrected,
        String reason,
        List<StudyWarning> warnings) {

    /** Copies. */
    public Recommendation {
        warnings = List.copyOf(warnings);
    }

    /**
     * What follows from the findings.
     *
     * @throws IllegalArgumentException if the share is not in (0, 1)
     */
    static Recommendation of(DelayFindings findings, double asked) {
        Completeness completeness = Completeness.of(findings, asked);
        OptionalInt counted = completeness.kept(0);
        OptionalInt expected = completeness.keptCorrected(0);
        boolean corrected = expected.isPresent() && expected.getAsInt() > counted.getAsInt() + 1;
        int index =
                corrected
                        ? expected.getAsInt()
                        : counted.orElseGet(() -> bestOf(findings.lost(0), findings, asked));
        long lost = findings.lost(0)[index];
        double kept = findings.events() == 0 ? 1 : 1 - (double) lost / findings.events();
        Duration delay = Duration.ofMillis(findings.plan().delays().delayMillis(index));
        return new Recommendation(
                index,
                delay,
                0,
                asked,
                kept,
                corrected,
                reason(findings, asked, index, corrected, counted),
                StudyWarnings.of(findings, asked, index, counted, expected));
    }

    private static int bestOf(long[] lost, DelayFindings findings, double asked) {
        long hopeless = lost[lost.length - 1];
        long allowed = hopeless + Completeness.spareOf(findings.events() - hopeless, asked);
        int index = 0;
        while (lost[index] > allowed) {
            index++;
        }
        return index;
    }

    private static String reason(
            DelayFindings findings,
            double asked,
            int index,
            boolean corrected,
            OptionalInt counted) {
        if (findings.events() == 0) {
            return "There are no events to tell from.";
        }
        DelayGrid grid = findings.plan().delays();
        String window = Spoken.setting(findings.plan().windows().get(0).toMillis()) + " windows";
        String delay = Spoken.setting(grid.delayMillis(index));
        long[] lost = findings.lost(0);
        String keeps = keeps(lost[index], findings.events());
        if (counted.isEmpty()) {
            long hopeless = lost[lost.length - 1];
            return "No delay keeps "
                    + Spoken.percent(asked)
                    + ": "
                    + Spoken.events(hopeless)
                    + (hopeless == 1 ? " is more than " : " are more than ")
                    + Spoken.setting(grid.delayMillis(grid.size() - 1))
                    + " behind, which looks like wrong clocks. With "
                    + delay
                    + " the "
                    + window
                    + " keep at least "
                    + Spoken.percent(asked)
                    + " of the others.";
        }
        if (corrected) {
            return "Counted so far, "
                    + Spoken.setting(grid.delayMillis(counted.getAsInt()))
                    + " keeps "
                    + Spoken.percent(asked)
                    + " of all events in "
                    + window
                    + ", but recent stragglers have not arrived yet: once they have, it takes "
                    + delay
                    + ".";
        }
        return delay
                + " is the shortest delay at which "
                + window
                + " keep at least "
                + Spoken.percent(asked)
                + " of all events: "
                + keeps
                + shorter(findings, lost, index);
    }

    private static String keeps(long lost, long events) {
        return lost == 0
                ? "all of " + Spoken.count(events) + " are in time"
                : Spoken.count(lost)
                        + " of "
                        + Spoken.count(events)
                        + (lost == 1 ? " comes too late" : " come too late");
    }

    private static String shorter(DelayFindings findings, long[] lost, int index) {
        if (index == 0) {
            return ".";
        }
        return ", with "
                + Spoken.setting(findings.plan().delays().delayMillis(index - 1))
                + " it would be "
                + Spoken.count(lost[index - 1])
                + ".";
    }
}
