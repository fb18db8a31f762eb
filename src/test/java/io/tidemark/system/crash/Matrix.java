package io.tidemark.system.crash;

import io.tidemark.system.fault.Point;
import java.util.ArrayList;
import java.util.List;

/** All cells. */
final class Matrix {

    private final List<Cell> cells = new ArrayList<>();

    private Matrix() {}

    static List<Cell> cells() {
        Matrix matrix = new Matrix();
        matrix.everywhere(new KafkaOutside());
        matrix.committing(new KafkaOutside());
        matrix.everywhere(new UpsertOutside());
        matrix.everywhere(new FilesOutside());
        matrix.committing(new FilesOutside());
        return matrix.cells;
    }

    private void add(String point, Outside outside, Cell.Story story) {
        cells.add(new Cell(point, outside, story));
    }

    /** Points that every sink comes by. */
    private void everywhere(Outside outside) {
        add("before the first checkpoint", outside, Stories::beforeTheFirstCheckpoint);
        add("source past the barrier, sink not", outside, Stories::sourcePastTheBarrier);
        add(
                "in the synchronous part of a snapshot",
                outside,
                Stories.taskManagerGoneAt(Point.SNAPSHOT));
        add(
                "in the asynchronous part of a snapshot",
                outside,
                Stories.taskManagerGoneAt(Point.SNAPSHOT_WRITING));
        add("during the flush", outside, Stories.taskManagerGoneAt(Point.FLUSH));
        add(
                "all acknowledged, JobManager dies before the checkpoint is durable",
                outside,
                Stories.jobManagerGoneAt(Point.ACKNOWLEDGED));
        add("durable, no subtask told", outside, Stories.jobManagerGoneAt(Point.DURABLE));
        add("same checkpoint restored twice", outside, Stories::sameCheckpointRestoredTwice);
        add("rescaled 1 to 2", outside, Stories.rescaled(1, 2));
        add("rescaled 4 to 2", outside, Stories.rescaled(4, 2));
        add("rescaled 2 to 4", outside, Stories.rescaled(2, 4));
        add("rescaled 1 to 4 to 2 to 3", outside, Stories.rescaled(1, 4, 2, 3));
        add("TaskManager killed", outside, Stories::taskManagerKilled);
        add("TaskManager paused and woken", outside, Stories::taskManagerPaused);
        add("JobManager killed", outside, Stories::jobManagerKilled);
        add("broker killed and restarted", outside, Stories::brokerKilled);
        add("stop with savepoint", outside, Stories::stoppedWithSavepoint);
        add("poison record", outside, Stories::poison);
        add("offsets deleted by retention", outside, Stories::offsetsDeleted);
    }

    /** Points of sinks that commit when a checkpoint is complete. */
    private void committing(Outside outside) {
        add("one of two subtasks committed", outside, Stories.taskManagerGoneAt(Point.COMMIT, 1));
        add("commit request lost", outside, Stories.exceptionAt(Point.COMMIT));
        add("commit response lost", outside, Stories.exceptionAt(Point.COMMITTED));
        add("end of input, last commit fails", outside, Stories::endOfInput);
    }
}
