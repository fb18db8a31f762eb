package io.tidemark.system.fault;

/** What happens at a point. */
public enum Act {
    /** The process is gone at once. */
    HALT,
    /** An exception. */
    THROW,
    /** Nothing goes on until the test says so. */
    HOLD
}
