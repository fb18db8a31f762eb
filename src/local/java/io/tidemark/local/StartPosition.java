package io.tidemark.local;

import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Where in its input a job begins when there is no savepoint to go on from.
 *
 * @param kind which of the four
 * @param timestamp the first record to read is the first that the log took at this moment or later;
 *     the epoch if the kind is another
 */
record StartPosition(Kind kind, Instant timestamp) {
    private static final String TIMESTAMP = "timestamp:";

    /** The four ways to begin. */
    enum Kind {
        /** At the first record that the log holds. */
        EARLIEST,
        /** Behind the last record that the log holds. */
        LATEST,
        /** Where the consumer group stands; at the first record if it stands nowhere. */
        COMMITTED,
        /** At the first record that the log took at a given moment or later. */
        TIMESTAMP
    }

    /**
     * Reads {@code earliest}, {@code latest}, {@code committed} or {@code timestamp:} and a moment
     * in ISO 8601.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static StartPosition parse(String text) {
        if (text.startsWith(TIMESTAMP)) {
            try {
                return new StartPosition(
                        Kind.TIMESTAMP, Instant.parse(text.substring(TIMESTAMP.length())));
            } catch (DateTimeParseException e) {
                throw new IllegalArgumentException("from=" + text + ": " + e.getMessage(), e);
            }
        }
        Kind kind =
                switch (text) {
                    case "earliest" -> Kind.EARLIEST;
                    case "latest" -> Kind.LATEST;
                    case "committed" -> Kind.COMMITTED;
                    default ->
                            throw new IllegalArgumentException(
                                    "from="
                                            + text
                                            + " is none of earliest, latest, committed,"
                                            + " timestamp:<ISO 8601>");
                };
        return new StartPosition(kind, Instant.EPOCH);
    }
}
