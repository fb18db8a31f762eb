package io.tidemark.local.usage;

/**
 * A request that cannot be carried out as it was made: the reason why a run ends with exit status 2
 * before the job has started, and mostly before anything has.
 *
 * <p>The message is the whole reason as the user reads it. It names the option or the field, the
 * value it got, and what would be right; there is no need to print more, and no stack to print.
 */
public final class WrongUsage extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WrongUsage(String reason) {
        super(reason);
    }

    /** The reason, complete and without the name of this class. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
