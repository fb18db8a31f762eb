package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import java.util.Random;

/** Windows of the tests with a history that they meet, and what must come out of it. */
interface WindowCase {

    /** What the windows meet. */
    History<Sale> history();

    /**
     * Runs a history through the windows and compares all that leaves with the reference.
     *
     * @param part the history, or what is left of it when a smaller one is looked for that fails
     * @throws AssertionError if anything differs
     */
    void check(History<Sale> part, Backend backend, Disturbance disturbance) throws Exception;

    /** Makes up a case. */
    @FunctionalInterface
    interface Draw {

        WindowCase from(Random random);
    }
}
