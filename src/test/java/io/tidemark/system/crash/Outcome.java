package io.tidemark.system.crash;

import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What came of a cell.
 *
 * @param ending how its story left the job
 * @param broken what an outside reader finds wrong
 * @param faults what was seen to have happened
 * @param recovery from the fault to the next complete checkpoint; zero where there was none of both
 */
record Outcome(Ending ending, List<Violation> broken, List<String> faults, Duration recovery) {

    /** Plays a cell to its end, in a scene of this name. */
    static Outcome of(Cell cell, Installation installation, String scene, long seed)
            throws Exception {
        installation.mend();
        Stage stage = new Stage(installation, cell.outside(), scene, seed);
        try {
            Ending ending = cell.story().play(stage);
            if (ending.unfinished()) {
                stage.finish();
            }
            if (stage.faults().isEmpty()) {
                throw new AssertionError("inconclusive: nothing was seen to happen");
            }
            History history = stage.history(ending);
            List<Violation> broken = new ArrayList<>(stage.hidden());
            broken.addAll(Guarantee.violations(history, cell.outside().promises()));
            return new Outcome(ending, broken, List.copyOf(stage.faults()), stage.recovery());
        } finally {
            stage.clear();
        }
    }

    /** Whether what is promised holds, and only that is broken which is said to break. */
    boolean isSound() {
        return kinds().equals(ending.instead());
    }

    /** In which ways something is broken. */
    Set<Violation.Kind> kinds() {
        return broken.stream().map(Violation::kind).collect(Collectors.toUnmodifiableSet());
    }

    long count(Violation.Kind kind) {
        return broken.stream().filter(one -> one.kind() == kind).count();
    }
}
