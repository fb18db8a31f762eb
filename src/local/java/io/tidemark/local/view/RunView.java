package io.tidemark.local.view;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.OutputListener;
import java.io.PrintStream;

/** What somebody sees who watches a run. */
public interface RunView extends OutputListener, AutoCloseable {

    /**
     * A view on this stream, which it flushes but never closes.
     *
     * <p>A terminal whose {@code TERM} is {@code dumb} cannot draw a line again and gets plain
     * lines; {@code NO_COLOR}, if set to anything, keeps colours out of any terminal.
     *
     * @param terminal whether the stream ends in a terminal
     * @param columns the width of that terminal; longer status lines are cut
     */
    static RunView of(PrintStream out, boolean terminal, int columns) {
        if (!terminal || "dumb".equals(System.getenv("TERM"))) {
            return new PlainView(out, System::nanoTime);
        }
        String noColour = System.getenv("NO_COLOR");
        boolean coloured = noColour == null || noColour.isEmpty();
        return new TerminalView(out, columns, coloured ? Palette.coloured() : Palette.plain());
    }

    /** Shows the windows since the last tick, a rejected record of each reason, and this status. */
    void tick(RunStatus status);

    /** Prints a line of text that stays. */
    void line(String text);

    /** Prints the final ledger. */
    void ledger(Ledger ledger);

    /** Leaves the terminal as a shell expects it. */
    @Override
    void close();
}
