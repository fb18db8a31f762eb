package io.tidemark.local.traffic;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * How an event writes its time.
 *
 * <p>Traffic reads times only to keep the pace and to say how new the newest event is. The verdict
 * on a time is the job's, so this reader is lenient: what it cannot read it passes over.
 */
public enum TimeFormat {
    /** A date and time as in ISO 8601, in UTC unless it names an offset. */
    ISO,
    /** Milliseconds since 1970 in UTC. */
    MILLIS,
    /** Seconds since 1970 in UTC, possibly with a fraction. */
    SECONDS;

    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final int LONGEST_TEXT = 64;

    private static final DateTimeFormatter DATE_TIME =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .optionalStart()
                    .appendPattern("['T'][' ']")
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .optionalStart()
                    .appendOffsetId()
                    .optionalEnd()
                    .optionalEnd()
                    .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                    .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
                    .toFormatter(Locale.ROOT);

    /**
     * The format of this name, as a job's description writes it.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TimeFormat named(String name) {
        for (TimeFormat format : values()) {
            if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException(
                "time_format=" + name + " is none of iso, millis, seconds");
    }

    /** Epoch milliseconds of a time as an event writes it; empty if the text is no such time. */
    OptionalLong millisOf(String text) {
        if (text.isEmpty() || text.length() > LONGEST_TEXT) {
            return OptionalLong.empty();
        }
        try {
            return switch (this) {
                case ISO -> {
                    TemporalAccessor time = DATE_TIME.parse(text);
                    yield OptionalLong.of(Instant.from(time).toEpochMilli());
                }
                case MILLIS -> whole(new BigDecimal(text));
                case SECONDS -> whole(new BigDecimal(text).multiply(THOUSAND));
            };
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong whole(BigDecimal millis) {
        if (millis.abs().compareTo(LONGEST) >= 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(millis.setScale(0, RoundingMode.FLOOR).longValueExact());
    }
}
