package io.tidemark.operators.source;

/** Says that the log no longer holds, or does not hold yet, what a checkpoint has still to read. */
public final class MissingLogRangeException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MissingLogRangeException(String message) {
        super(message);
    }
}
