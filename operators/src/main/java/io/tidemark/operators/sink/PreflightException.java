package io.tidemark.operators.sink;

/** Says why a job must not start as it is configured, and what to change. */
public final class PreflightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param message the option or setting, its value, what would be right, and what to do
     */
    public PreflightException(String message) {
        super(message);
    }

    /** A refusal that has a cause. */
    public PreflightException(String message, Throwable cause) {
        super(message, cause);
    }
}
