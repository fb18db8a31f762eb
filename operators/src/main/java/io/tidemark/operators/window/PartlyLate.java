package io.tidemark.operators.window;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * An event that came too late for some of its windows and in time for others: it is in the results
 * of the others.
 *
 * @param event the event
 * @param eventTime when it happened, epoch milliseconds
 * @param watermark the watermark that it met, epoch milliseconds
 * @param missed the windows that it missed, kind by kind and each kind by their ends
 * @param <T> the type of the events
 */
public record PartlyLate<T>(T event, long eventTime, long watermark, List<Missed> missed) {

    /**
     * A window that an event missed.
     *
     * @param windows which of the windows asked for it belongs to, counted from 0, as in {@link
     *     WindowResult#windows()}
     * @param start inclusive, epoch milliseconds
     * @param end exclusive, epoch milliseconds
     */
    public record Missed(int windows, long start, long end) {

        private static final TypeInformation<Missed> TYPE = TypeInformation.of(Missed.class);
    }

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
                        Types.LIST(Missed.TYPE)));
    }
}
