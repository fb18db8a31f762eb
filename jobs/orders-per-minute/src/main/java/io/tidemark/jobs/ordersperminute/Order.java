package io.tidemark.jobs.ordersperminute;

import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An order as it was read from the log.
 *
 * @param id what tells it from other orders
 * @param key what it is counted by
 * @param time when it was placed, epoch milliseconds
 * @param value what it is worth, exactly
 * @param partition the partition of the log that it came from
 * @param logTime when the log took it, epoch milliseconds
 * @param update whether it came after its window's end, by its partition's watermark, but within
 *     the allowed lateness
 * @param json the record as it stood in the log
 */
public record Order(
        String id,
        String key,
        long time,
        BigDecimal value,
        int partition,
        long logTime,
        boolean update,
        byte[] json) {

    /** The type without Kryo. */
    static final TypeInformation<Order> TYPE = TypeInformation.of(Order.class);

    /** The same order, known to have come after its window's end. */
    Order asUpdate() {
        return new Order(id, key, time, value, partition, logTime, true, json);
    }
}
