package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.JsonFields;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RejectedRecordException;
import io.tidemark.operators.disorder.Arrival;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a file into arrivals: each row becomes an event, or is counted by the reason
 * why it is none. The first of a reason becomes an example of it.
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

    /** The reasons that have an example. */
    private final Set<String> shown = new HashSet<>();

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
            return rejected(0, Reason.TOO_LARGE.label(), line, () -> begin(line));
        }
        @Nullable String[] values = columns.values(line.text());
        if (values == null) {
            return rejected(0, columns.fault(line.text()), line, () -> begin(line));
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
            return rejected(partition, rejected.reason().label(), line, rejected::detail);
        }
    }

    private Arrival rejected(
            int partition, String reason, TraceLine line, Supplier<String> detail) {
        return shown.add(reason)
                ? Arrival.rejected(partition, reason, Example.ofRow(line.row(), detail.get()))
                : Arrival.rejected(partition, reason);
    }

    private static String begin(TraceLine line) {
        return "it reads " + JsonFields.quote(line.text());
    }

    private long time(@Nullable String text, String field) throws RejectedRecordException {
        if (text == null || text.isBlank()) {
            throw RejectedRecordException.because(
                    Reason.FIELD_MISSING, "field \"" + field + "\" is empty");
        }
        return fields.time(text.strip(), field);
    }

    private @Nullable String key(@Nullable String text) throws RejectedRecordException {
        if (text != null && text.length() > JsonFields.MAX_TEXT_CHARS) {
            throw RejectedRecordException.because(
                    Reason.TOO_LARGE,
                    "field \"%s\" holds %,d characters: at most %,d are read"
                            .formatted(fields.key(), text.length(), JsonFields.MAX_TEXT_CHARS));
        }
        return text;
    }

    /** Tables whose column has gaps write 2 as 2.0. */
    private static String withoutPoint(String number) {
        return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    }

    private int partition(@Nullable String text) throws RejectedRecordException {
        if (text == null) {
            return 0;
        }
        try {
            int partition = Integer.parseInt(withoutPoint(text.strip()));
            if (partition >= 0) {
                return partition;
            }
        } catch (NumberFormatException noNumber) {
            // falls through to the rejection
        }
        throw RejectedRecordException.because(
                Reason.NOT_A_NUMBER,
                "field \""
                        + fields.partition()
                        + "\" holds "
                        + JsonFields.quote(text)
                        + ": expected 0 to 2147483647");
    }
}
