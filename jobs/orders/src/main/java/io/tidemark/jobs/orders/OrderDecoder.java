package io.tidemark.jobs.orders;

import io.tidemark.operators.deadletter.DecimalText;
import io.tidemark.operators.deadletter.JsonFields;
import io.tidemark.operators.deadletter.RecordDecoder;
import io.tidemark.operators.deadletter.RejectedRecordException;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads an order from a JSON object whose fields are named by the options. */
final class OrderDecoder implements RecordDecoder<Order> {

    private static final long serialVersionUID = 1L;

    private static final int ID = 0;
    private static final int KEY = 1;
    private static final int TIME = 2;
    private static final int VALUE = 3;

    private final OrderFields fields;
    private final long earliestMillis;
    private transient @Nullable JsonFields json;

    OrderDecoder(OrderFields fields, long earliestMillis) {
        this.fields = fields;
        this.earliestMillis = earliestMillis;
    }

    @Override
    public Order decode(ConsumerRecord<byte[], byte[]> record) throws RejectedRecordException {
        JsonFields object = json;
        if (object == null) {
            object =
                    JsonFields.named(
                            List.of(fields.id(), fields.key(), fields.time(), fields.value()));
            json = object;
        }
        object.read(record.value());
        return Order.read(
                object.identifier(ID),
                object.text(KEY),
                fields.timeFormat().read(object.text(TIME), fields.time(), earliestMillis),
                DecimalText.read(object.text(VALUE), fields.value()),
                record.partition(),
                logTime(record),
                record.value());
    }

    /** A log that keeps no time contradicts no clock: nothing is then ahead of it. */
    private static long logTime(ConsumerRecord<byte[], byte[]> record) {
        return record.timestamp() >= 0 ? record.timestamp() : Long.MAX_VALUE;
    }
}
