package io.tidemark.local;

import java.util.List;

/**
 * A job or its cluster that gave up: the reason why a run ends with exit status 1.
 *
 * <p>It carries the few lines that the user reads, the root cause first. The stack behind them
 * stands in the log.
 */
final class JobFailed extends Exception {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // an immutable list of strings, and nobody serializes it
    private final List<String> lines;

    JobFailed(List<String> lines) {
        super(String.join("; ", lines));
        this.lines = List.copyOf(lines);
    }

    JobFailed(String line) {
        this(List.of(line));
    }

    /** What to print, the root cause first; at least one line. */
    List<String> lines() {
        return lines;
    }
}
