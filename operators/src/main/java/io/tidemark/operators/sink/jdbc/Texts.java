package io.tidemark.operators.sink.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The text by which a value enters the database: one for each value, so that equal keys have equal
 * texts.
 */
final class Texts {

    private static final HexFormat HEX = HexFormat.of();

    private Texts() {}

    /**
     * The text of a value.
     *
     * @param column named in the refusal
     * @throws IllegalArgumentException if the value is of a class that has no text here
     */
    static @Nullable String of(String column, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof CharSequence
                || value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof UUID
                || value instanceof LocalTime) {
            return value.toString();
        }
        if (value instanceof LocalDate || value instanceof LocalDateTime) {
            return dated(value.toString());
        }
        if (value instanceof Instant time) {
            return InstantText.of(time);
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof Double || value instanceof Float) {
            return value.toString();
        }
        if (value instanceof OffsetDateTime time) {
            return InstantText.of(time.toInstant());
        }
        if (value instanceof ZonedDateTime time) {
            return InstantText.of(time.toInstant());
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof byte[] bytes) {
            return "\\x" + HEX.formatHex(bytes);
        }
        throw new IllegalArgumentException(
                "column \""
                        + column
                        + "\" is given a "
                        + value.getClass().getName()
                        + ": give a string, number, boolean, UUID, byte[], enum constant or a time of"
                        + " java.time");
    }

    /**
     * A time's text with its year as databases read it: a long one without a sign, and one before
     * the first counted backwards, without a year 0.
     *
     * @param text the time as {@code java.time} writes it, the year in front
     */
    static String dated(String text) {
        int end = text.indexOf('-', 1);
        int year = Integer.parseInt(text.substring(0, end));
        if (year > 0) {
            return text.charAt(0) == '+' ? text.substring(1) : text;
        }
        return String.format(Locale.ROOT, "%04d%s BC", 1 - year, text.substring(end));
    }

    /**
     * Whether a number's text is {@code NaN} or infinite, in any spelling that a database reads:
     * those begin, behind blanks and a sign, with N or I, and no number does.
     */
    static boolean isNotFinite(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '+' && c != '-' && !Character.isWhitespace(c)) {
                return "nNiI".indexOf(c) >= 0;
            }
        }
        return false;
    }

    /** How many characters these texts have. */
    static int characters(@Nullable String[] texts) {
        int characters = 0;
        for (String text : texts) {
            characters += text == null ? 0 : text.length();
        }
        return characters;
    }

    /** The text of a key column: as {@link #of}, and equal numbers are the same text. */
    static @Nullable String ofKey(String column, @Nullable Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros().toPlainString();
        }
        return of(column, value);
    }
}
