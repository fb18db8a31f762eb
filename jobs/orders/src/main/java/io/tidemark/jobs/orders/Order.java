package io.tidemark.jobs.orders;

import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An order as it was read from the log.
 *
 * @param id what tells it from other orders
 * @param key what it is grouped by
 * @param time when it was placed, epoch milliseconds
 * @param value what it is worth, exactly
 * @param partition the partition of the log that it came from
 * @param logTime when the log took it, epoch milliseconds
 * @param met the watermark of its partition that it met, if that was at or after its time, else
 *     {@code Long.MIN_VALUE}; epoch milliseconds
 * @param json the record as it stood in the log
 */
public record Order(
        String id,
        String key,
        long time,
        BigDecimal value,
        int partition,
        long logTime,
        long met,
        byte[] json) {

    /** The type without Kryo. */
    public static final TypeInformation<Order> TYPE = TypeInformation.of(Order.class);

    /** An order as it is read: it has met no watermark yet. */
    public static Order read(
            String id,
            String key,
            long time,
            BigDecimal value,
            int partition,
            long logTime,
            byte[] json) {
        return new Order(id, key, time, value, partition, logTime, Long.MIN_VALUE, json);
    }

    /** The same order, behind the watermark that it met. */
    public Order behind(long watermark) {
        return new Order(id, key, time, value, partition, logTime, watermark, json);
    }
}
