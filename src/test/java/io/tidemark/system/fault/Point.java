package io.tidemark.system.fault;

/** A place in the life of a record or of a checkpoint at which a fault can happen. */
public enum Point {
    /** An operator between source and sink has a record in its hands. */
    RECORD,
    /** The same operator has been asked for its state, in the thread that handles records. */
    SNAPSHOT,
    /** Its state is being written, beside the handling of records. */
    SNAPSHOT_WRITING,
    /** A writer of the sink is about to be made. */
    START,
    /** The sink is about to flush before the barrier passes. */
    FLUSH,
    /** All tasks have acknowledged, the JobManager has not written the checkpoint down yet. */
    ACKNOWLEDGED,
    /** The checkpoint is written down, and no task knows. */
    DURABLE,
    /** A committer is about to commit. */
    COMMIT,
    /** A committer has committed, and nobody knows. */
    COMMITTED
}
