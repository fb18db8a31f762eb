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
 * @param partition the partition of the log that it came from, or {@link #UNKNOWN_PARTITION}
 * @param <T> the type of the events
 */
public record Late<T>(
        T event, long eventTime, long watermark, long missedWindowEnd, int partition) {

    /** Stands for the partition where it is not known: behind a shuffle, as in windows. */
    public static final int UNKNOWN_PARTITION = -1;

    /** A late event from a partition that is not known. */
    public Late(T event, long eventTime, long watermark, long missedWindowEnd) {
        this(event, eventTime, watermark, missedWindowEnd, UNKNOWN_PARTITION);
    }

    /** The same late event, for one who can tell its partition by the event. */
    public Late<T> inPartition(int known) {
        return new Late<>(event, eventTime, watermark, missedWindowEnd, known);
    }

    /**
     * How far behind the watermark the event lay, in milliseconds; 0 if exactly on it, and at most
     * {@code Long.MAX_VALUE}, which a window says whose input has ended.
     */
    public long lateByMillis() {
        long behind = watermark - eventTime;
        return behind < 0 ? Long.MAX_VALUE : behind;
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
                        Types.LONG,
                        "partition",
                        Types.INT));
    }
}
