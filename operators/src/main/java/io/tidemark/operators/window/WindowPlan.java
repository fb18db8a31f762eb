package io.tidemark.operators.window;

import java.io.Serializable;

/**
 * What was asked for of windows, whatever their kind.
 *
 * @param latenessMillis how long after its end a window may still change
 * @param panes which rows are sent
 * @param emptyForMillis how long after an event a key's empty windows are sent too; negative for
 *     never
 * @param reportsPartlyLate whether events that are too late for some of their windows are reported
 * @param partsInMemory how many parts of windows a subtask keeps in memory
 * @param partsBeforeShuffle how many parts a local aggregation keeps; 0 for no such aggregation
 */
record WindowPlan(
        long latenessMillis,
        Panes panes,
        long emptyForMillis,
        boolean reportsPartlyLate,
        long partsInMemory,
        int partsBeforeShuffle)
        implements Serializable {

    /** How long after its end a window sends its first row that is not early. */
    long delayMillis() {
        return panes.isFinalOnly() ? latenessMillis : 0;
    }

    boolean hasUpdates() {
        return latenessMillis > 0 && !panes.isFinalOnly();
    }

    /** Whether a window may send more than one row. */
    boolean keepsPanes() {
        return hasUpdates() || panes.hasEarly();
    }

    boolean sendsEmpty() {
        return emptyForMillis >= 0;
    }
}
