package io.tidemark.system.crash;

import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.Violation;
import java.time.Duration;
import java.util.List;

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
            return new Outcome(
                    ending,
                    Guarantee.violations(history, cell.outside().promises()),
                    List.copyOf(stage.faults()),
                    stage.recovery());
        } finally {
            stage.clear();
        }
    }

    /** Whether what is promised holds. */
    boolean isSound() {
        return broken.isEmpty() || !ending.notPromised().isEmpty();
    }

    long count(Violation.Kind kind) {
        return broken.stream().filter(one -> one.kind() == kind).count();
    }
}
