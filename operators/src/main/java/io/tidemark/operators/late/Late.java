package io.tidemark.operators.late;

import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * An event that came when no window could take it any more.
 *
 * @param event the event
 * @param eventTime when it happened, epoch milliseconds
 * @param watermark the watermark that it met, epoch milliseconds; at least {@code missedWindowEnd -
 *     1} plus the allowed lateness
 * @param missedWindowEnd the end, exclusive, of the last window that would have taken it, epoch
 *     milliseconds
 * @param <T> the type of the events
 */
public record Late<T>(T event, long eventTime, long watermark, long missedWindowEnd) {

    /** How far behind the watermark the event lay, in milliseconds; 0 if exactly on it. */
    public long lateByMillis() {
        return watermark - eventTime;
    }

    /** The type of late events of the given type, without Kryo. */
    public static <T> TypeInformation<Late<T>> type(TypeInformation<T> eventType) {
        @SuppressWarnings({
            "unchecked",
            "rawtypes"
        }) // A class literal cannot carry the type argument.
        Class<Late<T>> late = (Class) Late.class;
        return Types.POJO(
                late,
                Map.of(
                        "event",
                        eventType,
                        "eventTime",
                        Types.LONG,
                        "watermark",
                        Types.LONG,
                        "missedWindowEnd",
                        Types.LONG));
    }
}
