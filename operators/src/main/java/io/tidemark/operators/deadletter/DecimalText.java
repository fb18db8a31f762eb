package io.tidemark.operators.deadletter;

import java.math.BigDecimal;

/** Reads decimal numbers exactly, within bounds that keep sums small. */
public final class DecimalText {

    /** The most significant digits that a number may have. */
    public static final int MAX_PRECISION = 38;

    /** The most digits behind the point, and the most zeros before it, that an exponent may add. */
    public static final int MAX_SCALE = 38;

    private static final int MAX_CHARS = 100;

    private DecimalText() {}

    /**
     * The number that a field holds, without rounding.
     *
     * @param field the field's name, for the message
     * @throws RejectedRecordException if the text is no decimal number or exceeds {@link
     *     #MAX_PRECISION} or {@link #MAX_SCALE} ({@link Reason#NOT_A_NUMBER}): {@code 1e1000000000}
     *     is well-formed JSON and would fill the memory when added to anything
     */
    public static BigDecimal read(String text, String field) throws RejectedRecordException {
        try {
            if (text.length() <= MAX_CHARS) {
                BigDecimal number = new BigDecimal(text);
                if (number.precision() <= MAX_PRECISION
                        && Math.abs((long) number.scale()) <= MAX_SCALE) {
                    return number;
                }
            }
        } catch (NumberFormatException notANumber) {
            // falls through to the rejection
        }
        throw RejectedRecordException.because(
                Reason.NOT_A_NUMBER,
                "field \""
                        + field
                        + "\" holds "
                        + JsonFields.quote(text)
                        + ": expected a decimal number of at most "
                        + MAX_PRECISION
                        + " digits, as in 12.50");
    }
}
