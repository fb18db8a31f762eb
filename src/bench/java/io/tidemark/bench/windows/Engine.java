package io.tidemark.bench.windows;

import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * A way to compute the windows of a case. A result holds how many events a key's window has and the
 * sum of their amounts.
 */
interface Engine {

    /** The engine's name in the table, in the figures and on the command line. */
    String name();

    /** Whether this engine can compute what the case asks for. */
    boolean computes(WindowCase windowCase);

    /** Whether its rows are a case's results, so that they must equal the other engines' rows. */
    default boolean isExact() {
        return true;
    }

    /**
     * Builds the engine on the environment of the events, whose parallelism, state backend and
     * checkpoints are set. The events carry timestamps and watermarks and are not yet keyed, so
     * that an engine may aggregate before the shuffle; it keys them by {@link Event#key()}.
     */
    DataStream<WindowRow> rows(DataStream<Event> events, WindowCase windowCase);
}
