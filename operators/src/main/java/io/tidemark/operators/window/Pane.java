package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * What has to be remembered of the rows that a window has sent, where it may send more than one.
 *
 * @param <A> the type of the accumulators
 */
final class Pane<A> {

    /** How many rows were sent, retractions aside. */
    int sent;

    /** What the last row held if it may be taken back, or what came since then if rows add up. */
    @Nullable A kept;
}
