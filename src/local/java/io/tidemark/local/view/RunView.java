package io.tidemark.local.view;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.OutputListener;
import java.io.PrintStream;

/** What somebody sees who watches a run. */
public interface RunView extends OutputListener, AutoCloseable {

    /**
     * A view on this stream.
     *
     * @param terminal whether the stream is a terminal in which lines can be drawn again
     * @param columns the width of the terminal
     */
    static RunView of(PrintStream out, boolean terminal, int columns) {
        throw new UnsupportedOperationException(out.toString() + terminal + columns);
    }

    /** Shows the windows since the last tick and this status. */
    void tick(RunStatus status);

    /** Prints a line of text that stays. */
    void line(String text);

    /** Prints the final ledger. */
    void ledger(Ledger ledger);

    /** Leaves the terminal as a shell expects it. */
    @Override
    void close();
}
