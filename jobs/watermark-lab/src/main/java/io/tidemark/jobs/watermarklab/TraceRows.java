package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.JsonFields;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RejectedRecordException;
import io.tidemark.operators.disorder.Arrival;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a file into arrivals: each row becomes an event, or is counted by the reason
 * why it is none.
 */
final class TraceRows implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final int EVENT = 0;
    private static final int ARRIVAL = 1;
    private static final int KEY = 2;
    private static final int PARTITION = 3;

    private final CsvColumns columns;
    private final TraceFields fields;
    private final PartitionLimit limit;

    TraceRows(CsvColumns columns, TraceFields fields) {
        this.columns = columns;
        this.fields = fields;
        this.limit = new PartitionLimit(fields.partition());
    }

    /**
     * The arrival that a line stands for.
     *
     * @throws RefusedTraceException if the rows so far come from too many partitions
     */
    Arrival read(TraceLine line) throws RefusedTraceException {
        if (line.text().length() > TextLines.MOST_CHARS) {
            return Arrival.rejected(0, Reason.TOO_LARGE.label());
        }
        @Nullable String[] values = columns.values(line.text());
        if (values == null) {
            return Arrival.rejected(0, Reason.FIELD_MISSING.label());
        }
        int partition = 0;
        try {
            partition = partition(values[PARTITION]);
            limit.check(partition, line.row());
            long event = time(values[EVENT], fields.event());
            long arrival =
                    fields.arrival().isEmpty()
                            ? line.row()
                            : time(values[ARRIVAL], fields.arrival());
            return Arrival.of(partition, event, arrival, key(values[KEY]));
        } catch (RejectedRecordException rejected) {
            return Arrival.rejected(partition, rejected.reason().label());
        }
    }

    private long time(@Nullable String text, String field) throws RejectedRecordException {
        if (text == null || text.isBlank()) {
            throw RejectedRecordException.because(Reason.FIELD_MISSING, field);
        }
        return fields.time(text.strip(), field);
    }

    private static @Nullable String key(@Nullable String text) throws RejectedRecordException {
        if (text != null && text.length() > JsonFields.MAX_TEXT_CHARS) {
            throw RejectedRecordException.because(
                    Reason.TOO_LARGE, "a key of " + text.length() + " characters");
        }
        return text;
    }

    private int partition(@Nullable String text) throws RejectedRecordException {
        if (text == null) {
            return 0;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException noNumber) {
            throw RejectedRecordException.because(Reason.NOT_A_NUMBER, fields.partition());
        }
    }
}
