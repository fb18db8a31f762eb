package io.tidemark.operators.deadletter;

import java.time.LocalDate;

/**
 * Reads the common form of an ISO 8601 instant, {@code yyyy-MM-ddTHH:mm:ss[.f…]Z}, without the
 * general parser, which costs more than the rest of a record together.
 */
final class IsoInstant {

    /**
     * Says that the text is in another form, right or wrong: the general parser must judge. No
     * instant before the year 9999 equals it.
     */
    static final long OTHER_FORM = Long.MAX_VALUE;

    private static final int SECONDS_END = 19;

    private IsoInstant() {}

    /** The epoch milliseconds (finer digits cut off), or {@link #OTHER_FORM}. */
    static long parseCommonForm(String text) {
        int length = text.length();
        if (length < SECONDS_END + 1
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':'
                || text.charAt(16) != ':'
                || text.charAt(length - 1) != 'Z') {
            return OTHER_FORM;
        }
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, 10);
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, SECONDS_END);
        int milli = fraction(text, length - 1);
        // Days up to 28 exist in every month; the general parser knows the others.
        if ((year | month | day | hour | minute | second | milli) < 0
                || month < 1
                || month > 12
                || day < 1
                || (day > 28 && !exists(year, month, day))
                || hour > 23
                || minute > 59
                || second > 59) {
            return OTHER_FORM;
        }
        long days = LocalDate.of(year, month, day).toEpochDay();
        return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milli;
    }

    private static boolean exists(int year, int month, int day) {
        return day <= LocalDate.of(year, month, 1).lengthOfMonth();
    }

    /**
     * The number written in [from, to), or a negative one if there is something else than digits.
     */
    private static int digits(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /**
     * Milliseconds of the fraction between the seconds and the Z, or a negative number if there is
     * no proper one.
     */
    private static int fraction(String text, int zone) {
        if (zone == SECONDS_END) {
            return 0;
        }
        int count = zone - SECONDS_END - 1;
        if (text.charAt(SECONDS_END) != '.' || count < 1 || count > 9) {
            return -1;
        }
        int number = digits(text, SECONDS_END + 1, SECONDS_END + 1 + Math.min(count, 3));
        if (number < 0 || digits(text, SECONDS_END + 1, zone) < 0) {
            return -1;
        }
        return count == 1 ? number * 100 : count == 2 ? number * 10 : number;
    }
}
