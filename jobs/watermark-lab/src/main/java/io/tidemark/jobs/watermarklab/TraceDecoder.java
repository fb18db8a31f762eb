package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.JsonFields;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RecordDecoder;
import io.tidemark.operators.deadletter.RejectedRecordException;
import io.tidemark.operators.deadletter.TimeFormat;
import io.tidemark.operators.disorder.Arrival;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads an arrival from a JSON object of a topic: its event time, its key, and the log's own time.
 */
final class TraceDecoder implements RecordDecoder<Arrival> {

    private static final long serialVersionUID = 1L;

    private static final int EVENT = 0;
    private static final int KEY = 1;

    private final TraceFields fields;
    private transient @Nullable JsonFields json;

    TraceDecoder(TraceFields fields) {
        this.fields = fields;
    }

    @Override
    public Arrival decode(ConsumerRecord<byte[], byte[]> record) throws RejectedRecordException {
        JsonFields object = json;
        if (object == null) {
            List<String> names = new ArrayList<>(List.of(fields.event()));
            if (!fields.key().isEmpty()) {
                names.add(fields.key());
            }
            object = JsonFields.named(names);
            json = object;
        }
        object.read(record.value());
        if (record.timestamp() < 0) {
            throw RejectedRecordException.because(
                    Reason.FIELD_MISSING, "the log keeps no time of this record");
        }
        if (record.timestamp() > TimeFormat.LATEST) {
            throw RejectedRecordException.because(
                    Reason.TIME_TOO_LATE,
                    "the log time " + record.timestamp() + " lies after the year 9999");
        }
        return Arrival.of(
                record.partition(),
                fields.time(object.text(EVENT), fields.event()),
                record.timestamp(),
                fields.key().isEmpty() ? null : object.text(KEY));
    }
}
