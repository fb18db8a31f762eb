package io.tidemark.system.crash;

import io.tidemark.system.fault.Point;
import java.util.ArrayList;
import java.util.List;

/** All cells. */
final class Matrix {

    private Matrix() {}

    static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Outside outside : List.of(new KafkaOutside())) {
            cells.addAll(of(outside));
        }
        return cells;
    }

    private static List<Cell> of(Outside outside) {
        return List.of(
                new Cell(
                        "before the first checkpoint",
                        outside,
                        Stories::beforeTheFirstCheckpoint,
                        true),
                new Cell(
                        "source past the barrier, sink not",
                        outside,
                        Stories::sourcePastTheBarrier,
                        true),
                new Cell(
                        "in the synchronous part of a snapshot",
                        outside,
                        Stories.taskManagerGoneAt(Point.SNAPSHOT),
                        true),
                new Cell(
                        "in the asynchronous part of a snapshot",
                        outside,
                        Stories.taskManagerGoneAt(Point.SNAPSHOT_WRITING),
                        true),
                new Cell(
                        "all acknowledged, JobManager dies before the checkpoint is durable",
                        outside,
                        Stories.jobManagerGoneAt(Point.ACKNOWLEDGED),
                        true),
                new Cell(
                        "durable, no subtask told",
                        outside,
                        Stories.jobManagerGoneAt(Point.DURABLE),
                        true),
                new Cell(
                        "one of two subtasks committed",
                        outside,
                        Stories.taskManagerGoneAt(Point.COMMIT, 1),
                        true),
                new Cell("commit request lost", outside, Stories.exceptionAt(Point.COMMIT), true),
                new Cell(
                        "commit response lost",
                        outside,
                        Stories.exceptionAt(Point.COMMITTED),
                        true),
                new Cell("TaskManager killed", outside, Stories::taskManagerKilled, true),
                new Cell("JobManager killed", outside, Stories::jobManagerKilled, true));
    }
}
