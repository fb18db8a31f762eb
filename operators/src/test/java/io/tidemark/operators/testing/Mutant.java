package io.tidemark.operators.testing;

import java.util.Random;

/** Shows that a check can fail: it must reject a deliberately broken twin. */
public final class Mutant {

    private Mutant() {}

    /**
     * Runs the check on a broken twin, over random histories, until it fails.
     *
     * @param attempts how many histories it may take
     * @throws AssertionError if the check passes on every one of them: it would not notice the
     *     fault
     */
    public static void mustBeCaught(Random random, int attempts, Check check) throws Exception {
        for (int i = 0; i < attempts; i++) {
            try {
                check.on(new Random(random.nextLong()));
            } catch (AssertionError caught) {
                return;
            }
        }
        throw new AssertionError(
                "the broken twin passed the check on "
                        + attempts
                        + " histories: it proves nothing");
    }

    /** A check that throws an {@link AssertionError} when it finds a fault. */
    @FunctionalInterface
    public interface Check {

        /** Checks over a history that is drawn from the given randomness. */
        void on(Random random) throws Exception;
    }
}
