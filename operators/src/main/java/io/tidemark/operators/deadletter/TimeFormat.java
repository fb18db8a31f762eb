package io.tidemark.operators.deadletter;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How an event's time is written. */
public enum TimeFormat implements Serializable {
    /**
     * ISO 8601 with {@code Z} or an offset, such as {@code 2009-12-01T07:45:00Z}; finer than a
     * millisecond is cut off.
     */
    ISO {
        @Override
        long parse(String text) {
            long common = IsoInstant.parseCommonForm(text);
            return common != IsoInstant.OTHER_FORM
                    ? common
                    : OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                            .toInstant()
                            .toEpochMilli();
        }
    },
    /**
     * Milliseconds since 1970-01-01T00:00:00Z, also with a point or an exponent, as {@code
     * 1700000000000.0} and {@code 1.700000000123E12}: so tables are written whose column has gaps.
     * Finer than a millisecond is cut off. A number that is rounded to a million milliseconds, a
     * quarter of an hour, or more coarsely is refused, as {@code 1.772E+12} from a spreadsheet.
     */
    MILLIS {
        @Override
        long parse(String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '.' || c == 'e' || c == 'E') {
                    return decimal(text, 0);
                }
            }
            return Long.parseLong(text);
        }
    },
    /**
     * Seconds since 1970-01-01T00:00:00Z, with or without a fraction or an exponent; finer than a
     * millisecond is cut off. A number that is rounded to a thousand seconds, or more coarsely, is
     * refused.
     */
    SECONDS {
        @Override
        long parse(String text) {
            return decimal(text, 3);
        }
    };

    private static final int MAX_DECIMAL_CHARS = 40;

    /** As many of the last digits of the milliseconds are lost, or happen to be 0. */
    private static final int COARSEST_SCALE = -6;

    private static final BigDecimal MAX_MILLIS = BigDecimal.valueOf(Long.MAX_VALUE);

    /**
     * The first time that an event may carry, inclusive, however early is plausible: the beginning
     * of the year 0, UTC, in epoch milliseconds. Beyond it lie only errors, and far beyond it times
     * that no window can hold.
     */
    public static final long EARLIEST =
            LocalDate.of(0, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();

    /**
     * The last time that an event may carry, inclusive: the end of the year 9999, UTC, in epoch
     * milliseconds.
     */
    public static final long LATEST =
            LocalDate.of(10_000, 1, 1).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli() - 1;

    /**
     * The epoch milliseconds that the text stands for, {@code DateTimeException} or {@code
     * NumberFormatException} if for none.
     */
    abstract long parse(String text);

    /**
     * A decimal number with its point moved to the right; what is behind it then is cut off towards
     * the past, as an instant is. What no {@code long} can hold becomes the nearest that one can.
     */
    private static long decimal(String text, int places) {
        if (text.length() > MAX_DECIMAL_CHARS) {
            throw new NumberFormatException("too many digits");
        }
        BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > DecimalText.MAX_SCALE) {
            // 1e-50000000 is short, and shifting its point takes minutes and half a gigabyte.
            throw new NumberFormatException("the exponent is too large");
        }
        BigDecimal millis = number.movePointRight(places);
        if (number.scale() - places <= COARSEST_SCALE && number.signum() != 0) {
            throw new NumberFormatException("most of the digits are gone");
        }
        if (millis.abs().compareTo(MAX_MILLIS) > 0) {
            return millis.signum() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return millis.setScale(0, RoundingMode.FLOOR).longValueExact();
    }

    /**
     * The event time that a field holds, epoch milliseconds.
     *
     * @param field the field's name, for the message
     * @param earliest the earliest plausible time, inclusive, epoch milliseconds; what lies before
     *     {@link #EARLIEST} is refused all the same
     * @throws RejectedRecordException if the text is in another format ({@link
     *     Reason#TIME_UNPARSABLE}), or the time lies before {@code earliest} ({@link
     *     Reason#TIME_TOO_EARLY}) or after {@link #LATEST} ({@link Reason#TIME_TOO_LATE})
     */
    public long read(String text, String field, long earliest) throws RejectedRecordException {
        long time;
        try {
            time = parse(text);
        } catch (DateTimeException | ArithmeticException | NumberFormatException unparsable) {
            throw RejectedRecordException.because(
                    Reason.TIME_UNPARSABLE,
                    "field \""
                            + field
                            + "\" holds "
                            + JsonFields.quote(text)
                            + ": expected "
                            + example());
        }
        long first = Math.max(earliest, EARLIEST);
        if (time < first) {
            throw RejectedRecordException.because(
                    Reason.TIME_TOO_EARLY,
                    "field \""
                            + field
                            + "\" holds "
                            + JsonFields.quote(text)
                            + ", which lies before "
                            + Instant.ofEpochMilli(first)
                            + (this == MILLIS ? ": seconds where milliseconds are expected?" : ""));
        }
        if (time > LATEST) {
            throw RejectedRecordException.because(
                    Reason.TIME_TOO_LATE,
                    "field \""
                            + field
                            + "\" holds "
                            + JsonFields.quote(text)
                            + ", which lies after the year 9999"
                            + (this == ISO ? "" : ": a finer unit than expected?"));
        }
        return time;
    }

    private String example() {
        return switch (this) {
            case ISO -> "ISO 8601 with a zone, as in 2009-12-01T07:45:00Z";
            case MILLIS -> "milliseconds since 1970, as in 1259653500000";
            case SECONDS -> "seconds since 1970, as in 1259653500 or 1259653500.25";
        };
    }
}
