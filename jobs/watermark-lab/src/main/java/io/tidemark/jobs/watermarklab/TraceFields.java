package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.TimeFormat;
import java.io.Serializable;
import java.util.List;

/**
 * The names of the columns, or fields, that a trace is read from; an empty name stands for none.
 *
 * @param event when an event happened
 * @param arrival when it arrived; empty: the order of the rows is all that is known
 * @param key what windows are kept by
 * @param partition whole numbers; rows of one partition are judged by one watermark
 * @param format how both times are written
 */
record TraceFields(String event, String arrival, String key, String partition, TimeFormat format)
        implements Serializable {

    /** The names, in the order in which {@link TraceRows} asks for them. */
    List<String> names() {
        return List.of(event, arrival, key, partition);
    }
}
