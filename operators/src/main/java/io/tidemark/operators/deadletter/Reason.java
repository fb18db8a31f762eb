package io.tidemark.operators.deadletter;

import java.util.Locale;

/**
 * Why a record was rejected. The lower-case name is what a dead letter carries; names are stable.
 */
public enum Reason {
    /** The value is no well-formed JSON document, or something follows it. */
    NOT_JSON,
    /** The value is JSON, but not an object. */
    NOT_AN_OBJECT,
    /** A field that is needed is absent, null, or an empty identifier. */
    FIELD_MISSING,
    /** A field holds an object or array where a plain value is needed. */
    WRONG_TYPE,
    /** The time is not in the stated format. */
    TIME_UNPARSABLE,
    /**
     * The time lies before the earliest plausible one: seconds read as milliseconds land in January
     * 1970.
     */
    TIME_TOO_EARLY,
    /** The time lies beyond the year 9999: microseconds read as milliseconds do. */
    TIME_TOO_LATE,
    /** The value is no decimal number, or has more digits than a sum can keep exactly. */
    NOT_A_NUMBER,
    /** The record, or one of the fields that are read, is larger than it may be. */
    TOO_LARGE,
    /** The record has no value. */
    TOMBSTONE,
    /** The time is exactly 0, which is what a missing one often becomes on its way. */
    TIME_ZERO,
    /** The event in the record has no time. */
    TIME_MISSING,
    /** The time is the smallest number there is, which marks one that is not known. */
    TIME_SMALLEST_NUMBER,
    /** The time is the largest number there is, which marks one that is not known. */
    TIME_LARGEST_NUMBER,
    /** The time is a negative number: it lies before 1970, or marks one that is not known. */
    TIME_NEGATIVE,
    /** The time is one in seconds where milliseconds are expected. */
    TIME_IN_SECONDS,
    /** The time is one in microseconds where milliseconds are expected. */
    TIME_IN_MICROSECONDS,
    /** The time is one in nanoseconds where milliseconds are expected. */
    TIME_IN_NANOSECONDS;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * The reason for which a {@link TimeRule} refuses a number, by the rule's own name for it.
     *
     * @throws IllegalArgumentException if a rule gives another name than the ten known ones
     */
    static Reason ofTime(String refusal) {
        return switch (refusal) {
            case "MISSING" -> TIME_MISSING;
            case "SMALLEST_NUMBER" -> TIME_SMALLEST_NUMBER;
            case "LARGEST_NUMBER" -> TIME_LARGEST_NUMBER;
            case "ZERO" -> TIME_ZERO;
            case "NEGATIVE" -> TIME_NEGATIVE;
            case "SECONDS" -> TIME_IN_SECONDS;
            case "MICROSECONDS" -> TIME_IN_MICROSECONDS;
            case "NANOSECONDS" -> TIME_IN_NANOSECONDS;
            case "TOO_EARLY" -> TIME_TOO_EARLY;
            case "TOO_LATE" -> TIME_TOO_LATE;
            default ->
                    throw new IllegalArgumentException(
                            "refusal=\""
                                    + refusal
                                    + "\" is no known reason to refuse a time: give MISSING, SMALLEST_NUMBER,"
                                    + " LARGEST_NUMBER, ZERO, NEGATIVE, SECONDS, MICROSECONDS, NANOSECONDS,"
                                    + " TOO_EARLY or TOO_LATE");
        };
    }

    /** The name as a dead letter carries it: {@code not_json}. */
    public String label() {
        return label;
    }
}
