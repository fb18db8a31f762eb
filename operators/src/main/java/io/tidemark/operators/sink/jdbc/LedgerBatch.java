package io.tidemark.operators.sink.jdbc;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one checkpoint and one writing subtask, and all that tells whether they are in the
 * database already: what goes from writer to committer, and into its state.
 *
 * <p>Writer and checkpoint together name a batch: a writer is born with a random id, lives as long
 * as its attempt, and makes one batch a checkpoint.
 *
 * @param lineage the first run of the job that all this goes back to
 * @param predecessor the lineage whose positions this one takes over, if another one has them
 * @param sink the sink in that job
 * @param job the job id of the run that wrote
 * @param writer the writer's own id
 * @param subtask the index of the writing subtask
 * @param restored the checkpoint that the writer started from, 0 if from none
 * @param checkpoint the checkpoint that the rows are part of
 * @param columns the names of the rows' columns
 * @param content the rows
 */
record LedgerBatch(
        String lineage,
        @Nullable String predecessor,
        String sink,
        String job,
        UUID writer,
        int subtask,
        long restored,
        long checkpoint,
        List<String> columns,
        HeldRows.Content content) {

    /** What the writer puts for the checkpoint: it does not know which one comes. */
    static final long UNKNOWN = -1;

    LedgerBatch ofCheckpoint(long id) {
        return new LedgerBatch(
                lineage, predecessor, sink, job, writer, subtask, restored, id, columns, content);
    }

    @Override
    public String toString() {
        return content.rows()
                + " rows of sink \""
                + sink
                + "\", subtask "
                + subtask
                + ", checkpoint "
                + checkpoint
                + ", lineage "
                + lineage
                + ", job "
                + job;
    }
}
