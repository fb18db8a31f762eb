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
                || value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof LocalDateTime) {
            return value.toString();
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

    /** The text of a key column: as {@link #of}, and equal numbers are the same text. */
    static @Nullable String ofKey(String column, @Nullable Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros().toPlainString();
        }
        return of(column, value);
    }
}
