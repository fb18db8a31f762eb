package io.tidemark.operators.window;

import java.io.Serializable;
import java.time.Duration;

/**
 * Which rows a window sends, and how later ones relate to earlier ones.
 *
 * <table>
 *   <caption>The rows of a window with results 3 at its end and 2 late events</caption>
 *   <tr><th>panes</th><th>at its end</th><th>at the next watermark</th><th>when it can no longer change</th></tr>
 *   <tr><td>{@link #finalOnly()}</td><td></td><td></td><td>5</td></tr>
 *   <tr><td>{@link #accumulating()}</td><td>3</td><td>5</td><td></td></tr>
 *   <tr><td>{@link #discarding()}</td><td>3</td><td>2</td><td></td></tr>
 *   <tr><td>{@link #retracting()}</td><td>3</td><td>−3, 5</td><td></td></tr>
 * </table>
 *
 * <p>Late updates come once a step of the watermark, however many late events came. Early rows, if
 * asked for, come for windows that changed since the last one; how many there are depends on how
 * the watermark steps, or on the wall clock.
 */
public final class Panes implements Serializable {

    private static final long serialVersionUID = 1L;

    /** How a later row relates to the one before. */
    enum Refinement {
        FINAL_ONLY,
        ACCUMULATING,
        DISCARDING,
        RETRACTING
    }

    private final Refinement refinement;
    private final long earlyMillis;
    private final long earlyProcessingMillis;

    private Panes(Refinement refinement, long earlyMillis, long earlyProcessingMillis) {
        this.refinement = refinement;
        this.earlyMillis = earlyMillis;
        this.earlyProcessingMillis = earlyProcessingMillis;
    }

    /** One row a window, when it can no longer change: at its end plus the allowed lateness. */
    public static Panes finalOnly() {
        return new Panes(Refinement.FINAL_ONLY, 0, 0);
    }

    /** Each row holds all that came so far and replaces the row before. */
    public static Panes accumulating() {
        return new Panes(Refinement.ACCUMULATING, 0, 0);
    }

    /** Each row holds what came since the row before; their sum is the window. */
    public static Panes discarding() {
        return new Panes(Refinement.DISCARDING, 0, 0);
    }

    /** Each row but the first comes behind one that takes back the row before. */
    public static Panes retracting() {
        return new Panes(Refinement.RETRACTING, 0, 0);
    }

    /**
     * The same, and early rows of windows that changed, each time the watermark passes a multiple
     * of the given period.
     *
     * @throws IllegalArgumentException if the period is below 1 ms
     * @throws IllegalStateException if only final rows are asked for
     */
    public Panes earlyEvery(Duration period) {
        return new Panes(
                refined("earlyEvery"),
                Durations.positive("earlyEvery", period),
                earlyProcessingMillis);
    }

    /**
     * The same, and early rows of windows that changed, once in the given period by the machine's
     * clock: for eyes, not for sums, because no two runs send the same ones. A key that has to
     * leave the memory sends its early rows then.
     *
     * @throws IllegalArgumentException if the period is below 1 ms
     * @throws IllegalStateException if only final rows are asked for
     */
    public Panes earlyEveryProcessingTime(Duration period) {
        return new Panes(
                refined("earlyEveryProcessingTime"),
                earlyMillis,
                Durations.positive("earlyEveryProcessingTime", period));
    }

    private Refinement refined(String option) {
        if (refinement == Refinement.FINAL_ONLY) {
            throw new IllegalStateException(
                    option
                            + " asks for early rows, but finalOnly() sends one row a window: start"
                            + " from accumulating(), discarding() or retracting()");
        }
        return refinement;
    }

    Refinement refinement() {
        return refinement;
    }

    boolean isFinalOnly() {
        return refinement == Refinement.FINAL_ONLY;
    }

    /** 0 for never. */
    long earlyMillis() {
        return earlyMillis;
    }

    /** 0 for never. */
    long earlyProcessingMillis() {
        return earlyProcessingMillis;
    }

    boolean hasEarly() {
        return earlyMillis > 0 || earlyProcessingMillis > 0;
    }
}
