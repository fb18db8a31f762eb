package io.tidemark.operators.sink.jdbc;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;

/**
 * The text of an instant, the same as its own {@code toString} in the years 1 to 9999, which goes
 * through a formatter and takes longer than all the rest of a row; of other years as {@link Texts}
 * writes them.
 */
final class InstantText {

    private static final int SECONDS_OF_DAY = 86_400;
    private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
    private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
    private static final int MOST_CHARACTERS = "2026-01-02T03:04:05.123456789Z".length();

    private InstantText() {}

    static String of(Instant time) {
        long seconds = time.getEpochSecond();
        if (seconds < FIRST || seconds > LAST) {
            return Texts.dated(time.toString());
        }
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_OF_DAY));
        int second = Math.floorMod(seconds, SECONDS_OF_DAY);
        byte[] text = new byte[MOST_CHARACTERS];
        int end = put(text, 0, date.getYear(), 4, '-');
        end = put(text, end, date.getMonthValue(), 2, '-');
        end = put(text, end, date.getDayOfMonth(), 2, 'T');
        end = put(text, end, second / 3600, 2, ':');
        end = put(text, end, second / 60 % 60, 2, ':');
        int nano = time.getNano();
        if (nano == 0) {
            end = put(text, end, second % 60, 2, 'Z');
        } else {
            end = put(text, end, second % 60, 2, '.');
            if (nano % 1_000_000 == 0) {
                end = put(text, end, nano / 1_000_000, 3, 'Z');
            } else if (nano % 1_000 == 0) {
                end = put(text, end, nano / 1_000, 6, 'Z');
            } else {
                end = put(text, end, nano, 9, 'Z');
            }
        }
        return new String(text, 0, end, StandardCharsets.ISO_8859_1);
    }

    /** Writes a number with so many digits and a sign behind it, and returns where that ends. */
    private static int put(byte[] text, int from, int number, int digits, char sign) {
        int rest = number;
        for (int i = from + digits - 1; i >= from; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        text[from + digits] = (byte) sign;
        return from + digits + 1;
    }
}
