package io.tidemark.operators.window;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * One pane of one window of one key. Its Flink timestamp is the window's end − 1.
 *
 * @param key the key
 * @param windows which of the windows that were asked for, counted from 0 in the order in which
 *     they were given; 0 if there is one
 * @param start the window's start, inclusive, epoch milliseconds
 * @param end the window's end, exclusive, epoch milliseconds
 * @param value the result
 * @param timing when the pane left, by the watermark
 * @param pane the number of this pane among those of its window, from 0; behind a shuffle only the
 *     content of the last one is the same in every run, not how many there were
 * @param last whether the window can no longer change: the watermark has passed its end and the
 *     allowed lateness. With an allowed lateness and rows that are not final only, a window that
 *     closes without a change sends nothing then, so none of its rows may say so
 * @param retraction whether this row takes back the row that was sent before with the same number,
 *     instead of adding one; only with {@link Panes#retracting()}
 * @param <K> the type of the key
 * @param <R> the type of the result
 */
public record WindowResult<K, R>(
        K key,
        int windows,
        long start,
        long end,
        R value,
        PaneTiming timing,
        int pane,
        boolean last,
        boolean retraction) {

    /** The type of such results, with a serializer of its own. */
    public static <K, R> TypeInformation<WindowResult<K, R>> type(
            TypeInformation<K> keyType, TypeInformation<R> valueType) {
        return new WindowResultType<>(keyType, valueType);
    }
}
