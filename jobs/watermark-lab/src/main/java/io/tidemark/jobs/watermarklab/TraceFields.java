package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RejectedRecordException;
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

    /**
     * The time that a field holds, epoch milliseconds.
     *
     * @throws RejectedRecordException if it holds none: it is not in the format, not within the
     *     years 0 to 9999, or exactly 0, which is what a missing time becomes on its way
     */
    long time(String text, String field) throws RejectedRecordException {
        long time = format.read(text, field, TimeFormat.EARLIEST);
        if (time == 0) {
            throw RejectedRecordException.because(
                    Reason.TIME_ZERO, "field \"" + field + "\" holds 0");
        }
        return time;
    }
}
