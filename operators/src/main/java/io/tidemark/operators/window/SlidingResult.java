package io.tidemark.operators.window;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An event with the aggregate of what came before it in its key, itself included. Its Flink
 * timestamp is the event's time.
 *
 * @param event the event
 * @param time its event time, epoch milliseconds
 * @param value the aggregate over the event's range
 * @param timing {@link PaneTiming#ON_TIME} when the watermark passed the event's time, {@link
 *     PaneTiming#LATE} if the event, or another in its range, came afterwards
 * @param last whether the row can no longer change: the watermark has passed the event's time and
 *     the allowed lateness
 * @param retraction whether this row takes back the row that was sent before for this event,
 *     instead of adding one; only with {@link Panes#retracting()}
 * @param <T> the type of the events
 * @param <R> the type of the aggregate
 */
public record SlidingResult<T, R>(
        T event, long time, R value, PaneTiming timing, boolean last, boolean retraction) {

    /** The type of such results, with a serializer of its own. */
    public static <T, R> TypeInformation<SlidingResult<T, R>> type(
            TypeInformation<T> eventType, TypeInformation<R> valueType) {
        return new SlidingResultType<>(eventType, valueType);
    }
}
