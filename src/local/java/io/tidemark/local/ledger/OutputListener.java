package io.tidemark.local.ledger;

import java.util.List;

/**
 * Somebody who wants to see each record that a read_committed reader finds, in the order of each
 * partition.
 */
public interface OutputListener {

    /** A window has closed, or a closed one has been updated. */
    default void onResult(ResultRow row) {}

    /**
     * The last row of a message key has been taken back, for there is no such window any more.
     *
     * @param key the message key, as text in one line
     */
    default void onTakenBack(String key) {}

    /** The record of one late event, as JSON text in one line. */
    default void onLate(String json) {}

    /** One dead letter, as JSON text in one line. */
    default void onDeadLetter(String json) {}

    /** A listener that hands everything on to each of these, in this order. */
    static OutputListener all(OutputListener... listeners) {
        List<OutputListener> each = List.of(listeners);
        return new OutputListener() {
            @Override
            public void onResult(ResultRow row) {
                each.forEach(listener -> listener.onResult(row));
            }

            @Override
            public void onTakenBack(String key) {
                each.forEach(listener -> listener.onTakenBack(key));
            }

            @Override
            public void onLate(String json) {
                each.forEach(listener -> listener.onLate(json));
            }

            @Override
            public void onDeadLetter(String json) {
                each.forEach(listener -> listener.onDeadLetter(json));
            }
        };
    }
}
