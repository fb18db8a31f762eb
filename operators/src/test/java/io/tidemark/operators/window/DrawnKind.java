package io.tidemark.operators.window;

import io.tidemark.operators.window.BrokenEngine.Fault;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** The kinds of windows for which cases are drawn, with the faults that each may have. */
enum DrawnKind {
    /** Tumbling, hopping and calendar windows. */
    ALIGNED,
    /** Sessions with one gap, or with a gap of each event's. */
    SESSIONS,
    /** One result an event, over time or over the last events. */
    SLIDING;

    /** A case of this kind. */
    OperatorCase<?> random(Random random) {
        return switch (this) {
            case ALIGNED -> AlignedCase.random(random);
            case SESSIONS -> SessionCase.random(random);
            case SLIDING -> SlidingCase.random(random);
        };
    }

    /** A case of any kind, most often of the one that can do most. */
    static OperatorCase<?> any(Random random) {
        int tenth = random.nextInt(10);
        return (tenth < 4 ? ALIGNED : tenth < 7 ? SESSIONS : SLIDING).random(random);
    }

    Set<Fault> faults() {
        Set<Fault> faults =
                EnumSet.of(
                        Fault.FIRES_TOO_EARLY,
                        Fault.EVICTS_TOO_EARLY,
                        Fault.NEVER_FORGETS,
                        Fault.FORGETS_ROWS,
                        Fault.FORGETS_DUE,
                        Fault.COUNTS_NO_LATE,
                        Fault.STORES_NOTHING_AT_CHECKPOINTS,
                        Fault.LATENESS_TOO_LONG,
                        Fault.TAKES_NOTHING_BACK);
        faults.addAll(
                switch (this) {
                    case ALIGNED ->
                            EnumSet.of(
                                    Fault.START_EXCLUSIVE,
                                    Fault.FORGETS_UNREAD,
                                    Fault.REPORTS_NO_PARTLY_LATE,
                                    Fault.TICKS_TOO_SELDOM);
                    case SESSIONS ->
                            EnumSet.of(
                                    Fault.GAP_TOO_LONG,
                                    Fault.TOUCHING_ARE_APART,
                                    Fault.MERGES_LOSE_ROWS,
                                    Fault.TICKS_TOO_SELDOM);
                    case SLIDING ->
                            EnumSet.of(
                                    Fault.RANGE_TOO_LONG,
                                    Fault.ONE_EVENT_TOO_MANY,
                                    Fault.EQUAL_TIMES_APART,
                                    Fault.FORGETS_TOTAL);
                });
        return faults;
    }
}
