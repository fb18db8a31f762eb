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
    TIME_ZERO;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The name as a dead letter carries it: {@code not_json}. */
    public String label() {
        return label;
    }
}
