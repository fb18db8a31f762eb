package io.tidemark.system.crash;

import io.tidemark.system.guarantee.Violation.Kind;
import java.util.Set;

/**
 * How a story leaves the job, and what must be seen then.
 *
 * @param unfinished whether the job is to read on to the journal's end and to be stopped there
 * @param entries how many of the journal's first records must be seen, all if negative
 * @param notPromised why something else is seen, empty where that would be a fault
 * @param instead in which ways it is something else: in each of these, and in no other
 * @param remark what else a person must know who comes into this, perhaps empty
 */
record Ending(
        boolean unfinished, int entries, String notPromised, Set<Kind> instead, String remark) {

    /** The job goes on as if nothing had happened: all is seen in the end. */
    static Ending goesOn() {
        return new Ending(true, -1, "", Set.of(), "");
    }

    /** The job has come to its end by itself: all is seen. */
    static Ending ended() {
        return new Ending(false, -1, "", Set.of(), "");
    }

    /** The job is gone for good: what was read by its last checkpoint is seen, and nothing else. */
    static Ending goneAfter(int entries) {
        return new Ending(false, entries, "", Set.of(), "");
    }

    /**
     * It goes wrong, as the sink's package says that it does, and in no other way than these; the
     * story itself has checked that it did not do so in silence.
     */
    static Ending notPromised(String why, Kind... instead) {
        return new Ending(false, -1, why, Set.of(instead), "");
    }

    /** The same, with something that a person must know. */
    Ending remarking(String what) {
        return new Ending(unfinished, entries, notPromised, instead, what);
    }
}
