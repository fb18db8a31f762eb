package io.tidemark.local.traffic;

import java.io.IOException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of records for one topic, in the order in which they are to be sent.
 *
 * <p>Not safe for use by several threads, but for {@link #share()}, which any thread may ask.
 */
public interface Traffic extends AutoCloseable {

    /**
     * The next record, or null when there is none left.
     *
     * @throws IOException if the source of the records cannot be read or understood any further;
     *     the message says where and why, in words for the user
     */
    @Nullable TrafficRecord next() throws IOException;

    /**
     * The share of this traffic that has been handed out, from 0 to 1; empty if there is no end to
     * measure it against.
     */
    OptionalDouble share();

    /** Lets go of what the records are read from; never throws. */
    @Override
    void close();
}
