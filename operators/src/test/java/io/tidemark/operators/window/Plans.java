package io.tidemark.operators.window;

import java.time.Duration;

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

    static WindowPlan reportingPartlyLate(boolean reports, WindowPlan plan) {
        return new WindowPlan(
                plan.latenessMillis(),
                plan.panes(),
                plan.emptyForMillis(),
                reports,
                plan.partsInMemory(),
                plan.partsBeforeShuffle());
    }

    static WindowPlan preAggregating(int partsBeforeShuffle, WindowPlan plan) {
        return new WindowPlan(
                plan.latenessMillis(),
                plan.panes(),
                plan.emptyForMillis(),
                plan.reportsPartlyLate(),
                plan.partsInMemory(),
                partsBeforeShuffle);
    }

    static WindowPlan allowing(long latenessMillis, WindowPlan plan) {
        return new WindowPlan(
                latenessMillis,
                plan.panes(),
                plan.emptyForMillis(),
                plan.reportsPartlyLate(),
                plan.partsInMemory(),
                plan.partsBeforeShuffle());
    }

    static WindowPlan emitting(Panes panes, WindowPlan plan) {
        return new WindowPlan(
                plan.latenessMillis(),
                panes,
                plan.emptyForMillis(),
                plan.reportsPartlyLate(),
                plan.partsInMemory(),
                plan.partsBeforeShuffle());
    }

    /** Asks for what a plan says, the way a user does. */
    static <A, R> WindowAggregation<Sale, A, R> ask(
            WindowAggregation<Sale, A, R> windows, WindowPlan plan, TestAggregate<A, R> aggregate) {
        WindowAggregation<Sale, A, R> asked =
                windows.allowedLateness(Duration.ofMillis(plan.latenessMillis()))
                        .emitting(plan.panes())
                        .keepingInMemory(plan.partsInMemory())
                        .preAggregating(plan.partsBeforeShuffle())
                        .uid("windows");
        AggregateTypes<A, R> types = aggregate.given();
        if (types != null) {
            asked = asked.types(types.accumulator(), types.result());
        }
        if (plan.sendsEmpty()) {
            asked = asked.emittingEmptyFor(Duration.ofMillis(plan.emptyForMillis()));
        }
        return plan.reportsPartlyLate() ? asked.reportingPartlyLate() : asked;
    }

    static String text(WindowPlan plan) {
        return "lateness "
                + plan.latenessMillis()
                + ", "
                + plan.panes().refinement()
                + " early every "
                + plan.panes().earlyMillis()
                + ", empty for "
                + plan.emptyForMillis()
                + ", "
                + plan.partsInMemory()
                + " parts in memory";
    }
}
