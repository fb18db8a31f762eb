package io.tidemark.jobs.ordersperminute;

import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The orders of one key in one window; a later row of the same key and window replaces it.
 *
 * @param windowStart the window's start, inclusive, epoch milliseconds
 * @param windowEnd its end, exclusive, epoch milliseconds
 * @param key the key
 * @param count how many orders
 * @param sum what they are worth together, exactly
 * @param pane whether all of them came in time
 */
public record OrdersInWindow(
        long windowStart, long windowEnd, String key, long count, BigDecimal sum, Pane pane) {

    /** The type without Kryo. */
    static final TypeInformation<OrdersInWindow> TYPE = TypeInformation.of(OrdersInWindow.class);

    /**
     * Whether a row holds orders that came after the window's end. The verdict is the gate's, order
     * by order, so that the last row of a window is the same in every run.
     */
    public enum Pane {
        /** Every order came before the watermark of its partition had passed the window's end. */
        ON_TIME("on_time"),
        /** At least one came after, within the allowed lateness. */
        LATE_UPDATE("late_update");

        private final String label;

        Pane(String label) {
            this.label = label;
        }

        /** The name as a result carries it. */
        public String label() {
            return label;
        }
    }
}
