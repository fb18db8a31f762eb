package io.tidemark.local.view;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Numbers, times and spans as somebody reads them at a glance. */
final class HumanText {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int MOST_DIGITS = 40;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd");
    private static final DateTimeFormatter TO_THE_MINUTE = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter TO_THE_SECOND = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter TO_THE_MILLISECOND =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private HumanText() {}

    /** A number with commas between thousands. */
    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** An exact amount with commas between thousands and all its decimals. */
    static String amount(BigDecimal amount) {
        int scale = amount.scale();
        if (scale < 0 || scale > MOST_DIGITS || amount.precision() > MOST_DIGITS) {
            return amount.toString();
        }
        return String.format(Locale.ROOT, "%,." + scale + "f", amount);
    }

    /** A span in its two largest units, or one with a decimal if it is short: {@code 10.1 s}. */
    static String span(long millis) {
        if (millis < SECOND) {
            return millis + " ms";
        }
        if (millis < 2 * MINUTE) {
            // Cut and not rounded, as all the longer ones are.
            return String.format(
                    Locale.ROOT, "%d.%d s", millis / SECOND, millis % SECOND / (SECOND / 10));
        }
        if (millis < 2 * HOUR) {
            return millis / MINUTE + " min " + millis % MINUTE / SECOND + " s";
        }
        if (millis < 2 * DAY) {
            return millis / HOUR + " h " + millis % HOUR / MINUTE + " min";
        }
        return number(millis / DAY) + " d " + millis % DAY / HOUR + " h";
    }

    /** An instant in UTC, no finer than it needs to be. */
    static String time(long epochMillis) {
        LocalDateTime time =
                LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneOffset.UTC);
        return DATE.format(time) + " " + clock(time, time);
    }

    /**
     * A window in UTC: start – end, and the end's date only if it is another one; or a moment, if
     * they are the same. What lasts ten seconds or longer is told to the second, cut off.
     */
    static String window(Instant start, Instant end) {
        if (start.equals(end)) {
            return time(start.toEpochMilli());
        }
        boolean lasts = !end.isBefore(start.plusMillis(10 * SECOND));
        ChronoUnit grain = lasts ? ChronoUnit.SECONDS : ChronoUnit.MILLIS;
        LocalDateTime from = LocalDateTime.ofInstant(start.truncatedTo(grain), ZoneOffset.UTC);
        LocalDateTime to = LocalDateTime.ofInstant(end.truncatedTo(grain), ZoneOffset.UTC);
        if (atMidnight(from) && atMidnight(to)) {
            return DATE.format(from) + " – " + DATE.format(to);
        }
        boolean sameDay = from.toLocalDate().equals(to.toLocalDate());
        return "%s %s – %s%s"
                .formatted(
                        DATE.format(from),
                        clock(from, to),
                        sameDay ? "" : DATE.format(to) + " ",
                        clock(to, from));
    }

    private static boolean atMidnight(LocalDateTime time) {
        return time.toLocalTime().equals(LocalTime.MIDNIGHT);
    }

    /** The time of day, as fine as both times need it. */
    private static String clock(LocalDateTime time, LocalDateTime other) {
        if (time.getNano() != 0 || other.getNano() != 0) {
            return TO_THE_MILLISECOND.format(time);
        }
        boolean seconds = time.getSecond() != 0 || other.getSecond() != 0;
        return (seconds ? TO_THE_SECOND : TO_THE_MINUTE).format(time);
    }
}
