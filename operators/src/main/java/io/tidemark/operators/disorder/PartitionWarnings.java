package io.tidemark.operators.disorder;

import io.tidemark.operators.disorder.StudyWarning.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks for what no delay changes: windows wait for every partition. */
final class PartitionWarnings {

    /** Nobody minds less than a second, nor up to a minute where results take long anyway. */
    private static final double LEAST = 1_000;

    private static final double MOST = 60_000;
    private static final double OF_RESULT = 0.25;
    private static final double OF_WAIT = 1.0 / 3;

    /** Who is behind by less than twice what is usual is not to blame. */
    private static final double TO_BLAME = 2;

    private static final String IDLE = ", unless it is taken for idle.";

    private final DelayFindings findings;
    private final JoinedProgress joined;

    private PartitionWarnings(DelayFindings findings) {
        this.findings = findings;
        this.joined = findings.joined();
    }

    static List<StudyWarning> of(DelayFindings findings, int delay) {
        return new PartitionWarnings(findings)
                .texts(delay).stream()
                        .map(text -> new StudyWarning(Code.PARTITIONS_APART, text))
                        .toList();
    }

    private List<String> texts(int delay) {
        List<String> texts = new ArrayList<>();
        joined.late().stream()
                .max(Comparator.comparingLong(joined::beganAfter))
                .ifPresent(
                        late ->
                                texts.add(
                                        "Partition "
                                                + late.partition()
                                                + " begins "
                                                + Spoken.roughly(joined.beganAfter(late))
                                                + " after the first event: windows wait for every"
                                                + " partition, so no result leaves before"
                                                + IDLE));
        joined.gone().stream()
                .max(Comparator.comparingLong(joined::endedBefore))
                .ifPresent(
                        gone ->
                                texts.add(
                                        "Partition "
                                                + gone.partition()
                                                + " ends "
                                                + Spoken.roughly(joined.endedBefore(gone))
                                                + " before the newest event: windows wait for"
                                                + " every partition, so no result leaves after"
                                                + " that"
                                                + IDLE));
        if (texts.isEmpty() && isNotable(delay)) {
            texts.add(
                    "Results wait "
                            + Spoken.roughly(Math.round(findings.meanHeld(0, delay)))
                            + " on average only because windows wait for the slowest partition,"
                            + " which is up to "
                            + Spoken.roughly(joined.widest())
                            + " behind the newest event; no delay changes that. "
                            + blame());
        }
        return texts;
    }

    /** Never, where no window closed. */
    private boolean isNotable(int delay) {
        StudyPlan plan = findings.plan();
        double held = findings.meanHeld(0, delay);
        double result =
                plan.windows().get(0).toMillis() + (double) plan.delays().delayMillis(delay);
        return held >= OF_WAIT * findings.meanWait(0, delay)
                && held >= Math.max(LEAST, Math.min(MOST, OF_RESULT * result));
    }

    private String blame() {
        int furthest = joined.furthestBehind();
        double trail = joined.trail(furthest);
        return trail >= TO_BLAME * joined.usualTrail() && trail >= joined.spread() / 2
                ? "Partition "
                        + furthest
                        + " is furthest behind, by "
                        + Spoken.roughly(Math.round(trail))
                        + " on average."
                : "No partition is to blame in particular: some are behind at any time.";
    }
}
