package io.tidemark.operators.window;

/** Plans with what matters to a test. */
final class Plans {

    private Plans() {}

    static WindowPlan of(long latenessMillis, Panes panes, long emptyForMillis) {
        return new WindowPlan(
                latenessMillis,
                panes,
                emptyForMillis,
                false,
                WindowAggregation.DEFAULT_PARTS_IN_MEMORY,
                0);
    }

    static WindowPlan keepingInMemory(long parts, WindowPlan plan) {
        return new WindowPlan(
                plan.latenessMillis(),
                plan.panes(),
                plan.emptyForMillis(),
                plan.reportsPartlyLate(),
                parts,
                plan.partsBeforeShuffle());
    }
}
