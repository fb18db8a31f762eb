package io.tidemark.operators.sink;

/** Says why a job must not start as it is configured, and what to change. */
public final class PreflightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PreflightException(String message) {
        super(message);
    }

    PreflightException(String message, Throwable cause) {
        super(message, cause);
    }
}
