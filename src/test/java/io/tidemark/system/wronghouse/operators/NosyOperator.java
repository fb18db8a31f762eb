package io.tidemark.system.wronghouse.operators;

import io.tidemark.system.wronghouse.jobs.other.OtherTopology;

/** An operator that knows a job. */
final class NosyOperator {

    private NosyOperator() {}

    static String name() {
        return OtherTopology.name();
    }
}
