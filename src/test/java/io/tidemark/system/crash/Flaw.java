package io.tidemark.system.crash;

/** What is wrong with a broken twin. */
enum Flaw {
    /** Nothing: the twin itself is sound, so that what breaks it is the flaw and nothing else. */
    NONE,

    // Of a sink with a ledger.
    /** The ledger is written in a transaction of its own, after that of the rows. */
    LEDGER_OUTSIDE_THE_TRANSACTION,
    /** Nobody looks whether a commit was done before. */
    NO_LEDGER,
    /** The ledger knows a commit by the subtask that commits, not by the one that wrote. */
    LEDGER_BY_COMMITTING_SUBTASK,
    /** Rows are committed before the checkpoint is. */
    COMMIT_BEFORE_CHECKPOINT,
    /** What was waiting for its commit is not restored. */
    PRE_COMMIT_STATE_DROPPED,

    // Of an upsert.
    /** A version overwrites an equal one. */
    EQUAL_VERSION_OVERWRITES,
    /** Whatever comes last overwrites. */
    VERSION_IGNORED,
    /** A deletion takes the row away with its version. */
    DELETION_WITHOUT_TOMBSTONE,
    /** What waits for its batch is not written at a checkpoint. */
    NO_FLUSH_AT_CHECKPOINT,
    /** Each row is inserted, also one that is there. */
    INSERT_IN_PLACE_OF_UPSERT
}
