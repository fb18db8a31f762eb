package io.tidemark.system.fault;

/** What happens at a point. */
public enum Act {
    /** The process is gone at once. */
    HALT,
    /** An exception. */
    THROW,
    /** Nothing goes on until the test says so, or the task is cancelled. */
    HOLD,
    /** Nothing goes on until the test says so, whoever cancels the task meanwhile. */
    STALL,
    /** It is noted that somebody came by. */
    PASS
}
