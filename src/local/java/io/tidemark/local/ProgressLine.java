package io.tidemark.local;

import java.io.PrintStream;
import java.util.Locale;

/**
 * One line that tells how far a run has come: drawn again in place in a terminal, printed once for
 * each tenth elsewhere.
 */
final class ProgressLine {
    private static final int BAR = 30;

    private final PrintStream out;
    private final boolean terminal;
    private final long size;

    private int lastTenth;
    private boolean drawn;

    /**
     * @param size what the numbers that are shown come to at the end; 0 if nobody knows
     */
    ProgressLine(PrintStream out, boolean terminal, long size) {
        this.out = out;
        this.terminal = terminal;
        this.size = size;
    }

    void show(long read) {
        if (size == 0) {
            if (terminal) {
                redraw(String.format(Locale.ROOT, "  %,d read", read));
            }
            return;
        }
        double share = Math.min(1, (double) read / size);
        if (terminal) {
            int full = (int) (share * BAR);
            redraw(
                    String.format(
                            Locale.ROOT,
                            "  %s%s %3.0f%%",
                            "█".repeat(full),
                            "░".repeat(BAR - full),
                            100 * share));
        } else if ((int) (10 * share) > lastTenth) {
            lastTenth = (int) (10 * share);
            out.println("  " + 10 * lastTenth + "%");
        }
    }

    private void redraw(String text) {
        out.print("\r\u001b[K" + text);
        out.flush();
        drawn = true;
    }

    /** Leaves the line as a shell expects it. */
    void end() {
        if (drawn) {
            out.print("\r\u001b[K");
            out.flush();
            drawn = false;
        }
    }
}
