package io.tidemark.operators.deadletter;

/**
 * Says that a record cannot become an event; thrown by a {@link RecordDecoder}, turned into a
 * {@link DeadLetter} by whoever called it.
 *
 * <p>Carries no stack trace: it speaks of data, not of code, and a topic full of garbage must not
 * cost more than a good one.
 */
public final class RejectedRecordException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    private RejectedRecordException(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    /** A rejection for the given reason; the detail names the field and quotes what it held. */
    public static RejectedRecordException because(Reason reason, String detail) {
        return new RejectedRecordException(reason, detail);
    }

    /** What kind of fault it is. */
    public Reason reason() {
        return reason;
    }

    /** Which field, what it held, what would be right. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
