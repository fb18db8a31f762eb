package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import org.jspecify.annotations.Nullable;

/**
 * Sends the rows of windows.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class PaneWriter<K, A, R> {

    private final WindowContext<K, ?, WindowResult<K, R>> context;
    private final Accumulators<?, A, R> aggregate;
    private final Refinement refinement;

    PaneWriter(
            WindowContext<K, ?, WindowResult<K, R>> context,
            Accumulators<?, A, R> aggregate,
            Refinement refinement) {
        this.context = context;
        this.aggregate = aggregate;
        this.refinement = refinement;
    }

    /**
     * Sends a row.
     *
     * @param content what the window holds, or what came since its last row if rows add up; stays
     *     the caller's
     * @param pane what is remembered of the window's rows; null if it sends only one
     */
    void write(
            K key,
            int windows,
            long start,
            long end,
            A content,
            PaneTiming timing,
            boolean last,
            @Nullable Pane<A> pane) {
        int number = 0;
        if (pane != null) {
            number = pane.sent++;
            if (refinement == Refinement.RETRACTING) {
                if (pane.kept != null) {
                    send(key, windows, start, end, pane.kept, timing, number - 1, false, true);
                }
                pane.kept = last ? null : aggregate.copy(content);
            }
        }
        send(key, windows, start, end, content, timing, number, last, false);
        if (timing == PaneTiming.LATE) {
            context.countUpdate();
        } else if (timing == PaneTiming.ON_TIME) {
            context.firedThrough(end);
        }
    }

    /** Takes back the row that a window sent last, because the window is no more. */
    void takeBack(K key, long start, long end, PaneTiming timing, Pane<A> pane) {
        if (refinement == Refinement.RETRACTING && pane.kept != null) {
            send(key, 0, start, end, pane.kept, timing, pane.sent - 1, true, true);
            pane.kept = null;
        }
    }

    private void send(
            K key,
            int windows,
            long start,
            long end,
            A content,
            PaneTiming timing,
            int number,
            boolean last,
            boolean retraction) {
        context.emit(
                new WindowResult<>(
                        key,
                        windows,
                        start,
                        end,
                        aggregate.result(content),
                        timing,
                        number,
                        last,
                        retraction),
                end - 1);
    }
}
