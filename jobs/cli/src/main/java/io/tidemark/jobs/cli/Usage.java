package io.tidemark.jobs.cli;

/** Checks of values that the parser cannot judge. */
public final class Usage {

    private Usage() {}

    /**
     * Refuses a value.
     *
     * @throws UsageException unless {@code holds}: it names the option, the value it got and what
     *     would be right
     */
    public static void require(boolean holds, String option, Object value, String right) {
        if (!holds) {
            throw new UsageException(option + "=" + value + ": " + right);
        }
    }
}
