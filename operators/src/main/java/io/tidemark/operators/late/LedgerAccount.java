package io.tidemark.operators.late;

import java.util.Locale;

/**
 * What the ledger counts. The lower-case name is what an entry and a metric carry; names are
 * stable.
 */
public enum LedgerAccount {
    /** Records that could not become events. */
    REJECTED,
    /** Events that went on to the windows: neither late nor a duplicate. */
    ADMITTED,
    /** Repeats of an event that was admitted before. */
    DUPLICATE,
    /** Events that the gate found late. */
    LATE_AT_GATE,
    /**
     * Events that the gate let pass and whose window had closed all the same: their partition had
     * been declared idle, or was added, while others ran ahead.
     */
    LATE_AT_WINDOW,
    /**
     * Events stamped too far ahead of the log to move the watermark; each is counted a second time
     * by what became of it.
     */
    AHEAD,
    /**
     * Events further than 2<sup>62</sup> ms from 1970, which no window can hold. Behind a decoder
     * that keeps to {@link io.tidemark.operators.deadletter.TimeFormat} there are none.
     */
    OUT_OF_RANGE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The name as an entry and a metric carry it: {@code late_at_gate}. */
    public String label() {
        return label;
    }
}
