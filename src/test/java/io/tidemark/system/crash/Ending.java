package io.tidemark.system.crash;

/**
 * How a story leaves the job, and what must be seen then.
 *
 * @param unfinished whether the job is to read on to the journal's end and to be stopped there
 * @param entries how many of the journal's first records must be seen, all if negative
 * @param notPromised why it is no wonder that others are seen, empty where that would be a fault
 */
record Ending(boolean unfinished, int entries, String notPromised) {

    /** The job goes on as if nothing had happened: all is seen in the end. */
    static Ending goesOn() {
        return new Ending(true, -1, "");
    }

    /** The job has come to its end by itself: all is seen. */
    static Ending ended() {
        return new Ending(false, -1, "");
    }

    /** The job is gone for good: what was read by its last checkpoint is seen, and nothing else. */
    static Ending goneAfter(int entries) {
        return new Ending(false, entries, "");
    }

    /** This is not promised; the story itself has checked that it did not go wrong in silence. */
    static Ending notPromised(String why) {
        return new Ending(false, -1, why);
    }
}
