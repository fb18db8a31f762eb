package io.tidemark.operators.testing;

import java.util.List;

/**
 * What befalls an operator while it works: how often it is restored from a snapshot, how much work
 * is lost each time, and at which parallelism it goes on.
 *
 * @param everySteps a snapshot and restore after each so many steps of the history; 0 for never
 * @param lostSteps how many steps are done after the snapshot, lost, and done again
 * @param parallelisms the parallelism at the start and after each restore, in turn and round again
 */
public record Disturbance(int everySteps, int lostSteps, List<Integer> parallelisms) {

    /** Nothing happens: one subtask works from the first step to the last. */
    public static Disturbance none() {
        return new Disturbance(0, 0, List.of(1));
    }

    /** A snapshot, followed by a restore from it, after each so many steps. */
    public static Disturbance restoringEvery(int steps) {
        return new Disturbance(steps, 0, List.of(1));
    }

    /** The same, with so many steps lost each time: a crash some while after the checkpoint. */
    public Disturbance losing(int steps) {
        return new Disturbance(everySteps, steps, parallelisms);
    }

    /** The same, with these parallelisms in turn: 1, 2 is a rescale from one to two and back. */
    public Disturbance rescaling(Integer... inTurn) {
        return new Disturbance(everySteps, lostSteps, List.of(inTurn));
    }

    /** How many subtasks there are before anything happens. */
    public int parallelismAtStart() {
        return parallelismAfter(0);
    }

    boolean strikesAfter(int stepsDone) {
        return everySteps > 0 && stepsDone % everySteps == 0;
    }

    int parallelismAfter(int restores) {
        return parallelisms.get(restores % parallelisms.size());
    }
}
