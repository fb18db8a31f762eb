package io.tidemark.system.wronghouse.local;

import io.tidemark.system.wronghouse.jobs.other.OtherTopology;

/** A platform that knows a job. */
public final class NosyPlatform {

    private NosyPlatform() {}

    /** Its name. */
    public static String name() {
        return OtherTopology.name();
    }
}
