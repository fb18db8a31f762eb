package io.tidemark.operators.window;

import org.jspecify.annotations.Nullable;

/**
 * One session of a key.
 *
 * @param <A> the type of the accumulators
 */
final class Session<A> {

    /** The time of its first event. */
    long start;

    /** Where its last gap ends, exclusive. */
    long end;

    /**
     * What the session holds, or what came since its last row if rows add up; null if that is
     * nothing.
     */
    @Nullable A content;

    /** Whether it has changed since its last row, where anybody wants to know. */
    boolean changed;

    /** The rows that count for a reader, newest first: its own, and those of what it was before. */
    @Nullable Sent<A> sent;

    Session(long start, long end) {
        this.start = start;
        this.end = end;
    }

    /**
     * What was sent of certain bounds.
     *
     * @param <A> the type of the accumulators
     */
    static final class Sent<A> {

        final long start;
        final long end;
        final Pane<A> pane;

        @Nullable Sent<A> before;

        Sent(long start, long end, Pane<A> pane, @Nullable Sent<A> before) {
            this.start = start;
            this.end = end;
            this.pane = pane;
            this.before = before;
        }
    }

    /** How many rows are remembered. */
    int rows() {
        int rows = 0;
        for (Sent<A> row = sent; row != null; row = row.before) {
            rows++;
        }
        return rows;
    }

    /** Takes over the rows of a session that becomes part of this one. */
    void inherit(Session<A> absorbed) {
        Sent<A> row = absorbed.sent;
        while (row != null) {
            Sent<A> before = row.before;
            row.before = sent;
            sent = row;
            row = before;
        }
    }

    /** A copy that shares nothing that changes. */
    Session<A> copy(Accumulators<?, A, ?> aggregate) {
        Session<A> copy = new Session<>(start, end);
        copy.content = content == null ? null : aggregate.copy(content);
        copy.changed = changed;
        Sent<A> last = null;
        for (Sent<A> row = sent; row != null; row = row.before) {
            Pane<A> pane = new Pane<>();
            pane.sent = row.pane.sent;
            pane.kept = row.pane.kept == null ? null : aggregate.copy(row.pane.kept);
            Sent<A> copied = new Sent<>(row.start, row.end, pane, null);
            if (last == null) {
                copy.sent = copied;
            } else {
                last.before = copied;
            }
            last = copied;
        }
        return copy;
    }
}
