package io.tidemark.system.wronghouse.jobs.other;

/** A job's part that others should not use. */
public final class OtherTopology {

    private OtherTopology() {}

    /** Its name. */
    public static String name() {
        return OtherTopology.class.getSimpleName();
    }
}
