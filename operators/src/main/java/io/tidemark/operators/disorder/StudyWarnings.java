package io.tidemark.operators.disorder;

import io.tidemark.operators.disorder.StudyWarning.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Looks for what makes findings doubtful or waiting useless. */
final class StudyWarnings {

    /** Below that lag there is nothing to gain. */
    private static final long NOTABLE_LAG = 20;

    /** A lag so many times what order asks for is not a matter of order. */
    private static final long IN_ORDER = 20;

    /** Fewer may be in order by chance. */
    private static final long FEWEST_FOR_ORDER = 100;

    private static final double NOTABLE_SHARE_AHEAD = 0.01;
    private static final double NOTABLE_SHARE_APART = 0.05;
    private static final long FEWEST_TO_SPARE = 5;

    private static final long FEWEST_OF_BLOCK = 100;
    private static final double NOTABLE_BLOCK = 0.005;
    private static final double BLOCK_FROM_AFAR = 0.05;

    private final DelayFindings findings;
    private final List<StudyWarning> warnings = new ArrayList<>();

    private StudyWarnings(DelayFindings findings) {
        this.findings = findings;
    }

    static List<StudyWarning> of(
            DelayFindings findings,
            double asked,
            int index,
            OptionalInt counted,
            OptionalInt expected) {
        StudyWarnings found = new StudyWarnings(findings);
        if (findings.events() > 0) {
            found.lagWithoutDisorder(index);
            found.clocksAhead();
            found.farApart();
            found.mixedUnits();
            if (!found.oldBlock()) {
                found.twoPopulations();
            }
            found.warnings.addAll(PartitionWarnings.of(findings, index));
            found.noResult(index);
            found.suspiciouslyInOrder();
            found.truncated(asked, counted, expected);
            found.fewEvents(asked);
        }
        return found.warnings;
    }

    private void lagWithoutDisorder(int index) {
        long lag = findings.lag(0.5);
        if (findings.plan().arrivalClock()
                && findings.events() >= FEWEST_FOR_ORDER
                && !findings.tallies().units.areMixed()
                && lag >= NOTABLE_LAG
                && findings.disorder(0.999) * IN_ORDER <= lag
                && findings.plan().delays().delayMillis(index) * IN_ORDER <= lag) {
            warn(
                    Code.LAG_WITHOUT_DISORDER,
                    "Events take "
                            + Spoken.duration(lag)
                            + " to arrive but arrive in order, or nearly so. A delay counts from the newest"
                            + " event, not from the clock: waiting buys nothing.");
        }
    }

    private void clocksAhead() {
        if (!findings.plan().arrivalClock()) {
            // Whoever is ahead of the others may only be the first behind a silence.
            return;
        }
        long negative = findings.negativeLags();
        long ahead = findings.ahead();
        if (ahead > 0 || negative > NOTABLE_SHARE_AHEAD * findings.events()) {
            warn(
                    Code.CLOCKS_AHEAD,
                    Spoken.count(Math.max(negative, ahead))
                            + " of "
                            + Spoken.count(findings.events())
                            + " events are stamped after their arrival, by up to "
                            + Spoken.duration(findings.furthestAhead())
                            + ". "
                            + (ahead == 0 ? "None" : Spoken.count(ahead))
                            + " of them "
                            + (ahead == 1 ? "is" : "are")
                            + " so far ahead that the guard keeps the watermark from following.");
        }
    }

    /** A few are alone, behind a silence or by a wrong clock; many are how the log is. */
    private void farApart() {
        long alone = findings.ahead();
        if (!findings.plan().arrivalClock() && alone > NOTABLE_SHARE_APART * findings.events()) {
            warn(
                    Code.FAR_APART,
                    Spoken.count(alone)
                            + " of "
                            + Spoken.count(findings.events())
                            + " events lie further ahead of those before them than is believed"
                            + " where the log's own time is not known. The watermark follows such"
                            + " an event only when two more have come, so results wait for those."
                            + " Give a column with the log's time, or believe events as far ahead"
                            + " as they usually lie apart.");
        }
    }

    private void mixedUnits() {
        UnitCounts units = findings.tallies().units;
        if (units.areMixed()) {
            warn(
                    Code.MIXED_UNITS,
                    "Some event times seem not to be in milliseconds:"
                            + looking(units.seconds(), "seconds")
                            + looking(units.micros(), "microseconds")
                            + looking(units.nanos(), "nanoseconds")
                            + " Nothing here means anything before all are in one unit.");
        }
    }

    private static String looking(long count, String unit) {
        return count == 0
                ? ""
                : " "
                        + Spoken.count(count)
                        + (count == 1 ? " looks" : " look")
                        + " like "
                        + unit
                        + ".";
    }

    private boolean oldBlock() {
        OldBlocks blocks = findings.tallies().blocks;
        long span = findings.lastEvent() - findings.firstEvent();
        if (blocks.longest() < FEWEST_OF_BLOCK
                || blocks.longest() < NOTABLE_BLOCK * findings.events()
                || blocks.behind() < BLOCK_FROM_AFAR * span) {
            return false;
        }
        warn(
                Code.OLD_BLOCK,
                "From its event "
                        + Spoken.count(blocks.began())
                        + " on, "
                        + Spoken.count(blocks.longest())
                        + " events of a log in a row lie behind an earlier one, by up to "
                        + Spoken.roughly(blocks.behind())
                        + ". If something stands in the log twice, or not where it arrived,"
                        + " mend that first: it decides what is answered here. Else a sender"
                        + " delivered them late all at once, or one clock ran ahead.");
        return true;
    }

    private void twoPopulations() {
        Populations populations = Populations.of(findings.tallies().disorder);
        if (populations.areTwo()) {
            double share = (double) populations.slowOnes() / findings.events();
            warn(
                    Code.TWO_POPULATIONS,
                    "Two kinds of events are mixed: most are in order or out of it by less than some "
                            + Spoken.roughly(populations.quicker())
                            + ", but "
                            + Spoken.count(populations.slowOnes())
                            + " ("
                            + Spoken.percent(Math.round(share * 1e4) / 1e4)
                            + " of all) by some "
                            + Spoken.roughly(populations.slower())
                            + " or more, and few by anything between, as from phones that were"
                            + " offline. A delay that waits for these holds up every result: wait"
                            + " for the quick ones, and take the others as updates (allowed"
                            + " lateness) or from the late output.");
        }
    }

    private void noResult(int index) {
        if (Double.isNaN(findings.meanWait(0, index))) {
            warn(
                    Code.NO_RESULT,
                    "With that delay no window of "
                            + Spoken.duration(findings.plan().windows().get(0).toMillis())
                            + " has a result within these events, which span "
                            + Spoken.roughly(findings.lastEvent() - findings.firstEvent())
                            + ": what windows lose and how long they wait is not seen in them."
                            + " Study a longer log, or smaller windows.");
        }
    }

    private void suspiciouslyInOrder() {
        long events = findings.events();
        if (events > 1 && findings.firstEvent() == findings.lastEvent()) {
            warn(
                    Code.ONE_MOMENT,
                    "All "
                            + Spoken.count(events)
                            + " events have the same time, so nothing follows from them: look"
                            + " whether the column is the right one, and holds all its digits.");
        } else if (!findings.plan().arrivalClock()
                && findings.outOfOrder() == 0
                && events >= FEWEST_FOR_ORDER) {
            warn(
                    Code.SORTED_BY_EVENT_TIME,
                    "Not one event is out of order. If they were sorted by event time on their"
                            + " way here, nothing can be told from them: give them in the order"
                            + " in which they arrived, or with the time of their arrival.");
        }
    }

    private void truncated(double asked, OptionalInt counted, OptionalInt expected) {
        RightTruncation truncation = findings.disorderTruncation();
        OptionalDouble unseen = truncation.unseenShare();
        if (expected.isPresent() && expected.getAsInt() > counted.getAsInt() + 1) {
            warn(
                    Code.TRUNCATED,
                    "Recent events that are slow have not arrived yet, so what was counted is too"
                            + " good: the delay is taken from the corrected estimate.");
        } else if (expected.isEmpty()
                && counted.isPresent()
                && isLong(counted.getAsInt())
                && (unseen.isEmpty() || unseen.getAsDouble() > (1 - asked) / 2)) {
            warn(
                    Code.TRUNCATED,
                    notYetArrived(unseen)
                            + ", and the log is too short beside its longest delays to tell how"
                            + " long those take: take the delay as the least that is needed.");
        }
    }

    private static String notYetArrived(OptionalDouble share) {
        return share.isPresent()
                ? "About "
                        + Spoken.percent(Math.round(share.getAsDouble() * 1e4) / 1e4)
                        + " of the events have not arrived yet"
                : "Some events may not have arrived yet";
    }

    /** Whether a delay is more than a hundredth of the time that the events span. */
    private boolean isLong(int index) {
        long delay = findings.plan().delays().delayMillis(index);
        return delay > (findings.lastEvent() - findings.firstEvent()) / 100;
    }

    private void fewEvents(double asked) {
        long spare = Completeness.spareOf(findings.events(), asked);
        if (spare < FEWEST_TO_SPARE) {
            warn(
                    Code.FEW_EVENTS,
                    Spoken.count(findings.events())
                            + (findings.events() == 1
                                    ? " event is few for "
                                    : " events are few for ")
                            + Spoken.percent(asked)
                            + ": the delay hangs on "
                            + (spare < 1 ? "the single latest event" : "a handful of late ones")
                            + ". Study at least "
                            + Spoken.count(Completeness.eventsToSpare(FEWEST_TO_SPARE, asked))
                            + ".");
        }
    }

    private void warn(Code code, String text) {
        warnings.add(new StudyWarning(code, text));
    }
}
