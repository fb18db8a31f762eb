package io.tidemark.system.wronghouse.jobs.nosy;

import io.tidemark.system.wronghouse.jobs.other.OtherTopology;

/** A job's part that uses another job's. */
final class CopyingTopology {

    private CopyingTopology() {}

    static String name() {
        return OtherTopology.name();
    }
}
