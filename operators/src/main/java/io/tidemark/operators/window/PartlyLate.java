package io.tidemark.operators.window;

import java.util.Map;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * An event that came too late for some of its windows and in time for others: it is in the results
 * of the others.
 *
 * @param event the event
 * @param eventTime when it happened, epoch milliseconds
 * @param watermark the watermark that it met, epoch milliseconds
 * @param missed the windows that it missed: start (inclusive) and end (exclusive) of the first,
 *     start and end of the second, and so on, epoch milliseconds
 * @param <T> the type of the events
 */
@SuppressWarnings("ArrayRecordComponent") // A flat array is what serializes without boxing.
public record PartlyLate<T>(T event, long eventTime, long watermark, long[] missed) {

    /** The type of such events, without Kryo. */
    public static <T> TypeInformation<PartlyLate<T>> type(TypeInformation<T> eventType) {
        @SuppressWarnings({
            "unchecked",
            "rawtypes"
        }) // A class literal cannot carry the type argument.
        Class<PartlyLate<T>> partlyLate = (Class) PartlyLate.class;
        return Types.POJO(
                partlyLate,
                Map.of(
                        "event",
                        eventType,
                        "eventTime",
                        Types.LONG,
                        "watermark",
                        Types.LONG,
                        "missed",
                        PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO));
    }
}
