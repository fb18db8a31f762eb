package io.tidemark.jobs.cli;

/** Says that the arguments of a job are wrong, and what would be right. */
public final class UsageException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** A wrong usage for the given reason, which names the option and the value it got. */
    public UsageException(String reason) {
        super(reason);
    }
}
