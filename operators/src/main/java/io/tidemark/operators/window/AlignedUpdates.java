package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.util.function.Consumer;

/**
 * The rows that aligned windows send besides the one when they end: early ones before, and updates
 * after late events. All times are those of a key whose windows are not moved.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class AlignedUpdates<K, A, R> {

    private final AlignedWindows[] windows;
    private final WindowPlan plan;
    private final PaneWriter<K, A, R> rows;

    /** Of windows apart from the running totals: their ranges go back. */
    private final WindowFold<K, A> again;

    AlignedUpdates(
            AlignedWindows[] windows,
            WindowPlan plan,
            Accumulators<?, A, R> aggregate,
            PaneWriter<K, A, R> rows) {
        this.windows = windows;
        this.plan = plan;
        this.rows = rows;
        this.again = WindowFold.of(aggregate);
    }

    /** One row for each window that was fired and has changed since. */
    void late(AlignedKey<K, A> key, long closed) throws Exception {
        StartSet late = key.late();
        again(key, late, closedAtArrival(key), key.through, PaneTiming.LATE, closed);
        late.clear();
    }

    /** Events came after the watermark that the key was fired through, and before the next. */
    private long closedAtArrival(AlignedKey<K, A> key) {
        return EventTimes.back(key.through, plan.latenessMillis());
    }

    /** One row for each window that is open and has changed since its last row. */
    void early(AlignedKey<K, A> key, long through) throws Exception {
        if (through < Long.MAX_VALUE) { // Else nothing is open, and nothing comes after it.
            again(key, key.changed(), through, Long.MAX_VALUE, PaneTiming.EARLY, Long.MIN_VALUE);
        }
        key.changed().clear();
        key.earlyDue = HotKey.NEVER;
    }

    /** Rows of the windows with low < end − 1 ≤ high that hold one of the given slices. */
    private void again(
            AlignedKey<K, A> key,
            StartSet slices,
            long low,
            long high,
            PaneTiming timing,
            long closed)
            throws Exception {
        for (int i = 0; i < windows.length; i++) {
            long sent = low + 1;
            for (int j = 0; j < slices.size(); j++) {
                long slice = slices.get(j);
                long end = windows[i].firstEnd(slice);
                if (end <= sent) {
                    end = windows[i].nextEnd(sent);
                }
                while (end - 1 <= high && windows[i].startOf(end) <= slice) {
                    row(key, i, end, timing, closed);
                    sent = end;
                    end = windows[i].nextEnd(end);
                }
            }
            again.forget();
        }
    }

    private void row(AlignedKey<K, A> key, int index, long end, PaneTiming timing, long closed)
            throws Exception {
        long start = windows[index].startOf(end);
        Pane<A> pane = key.log().of(end, index);
        A content;
        if (discards()) {
            content = pane.kept;
            pane.kept = null;
        } else {
            content = again.over(key.slices, start, end);
        }
        if (content != null) {
            rows.write(
                    key.key,
                    index,
                    start + key.shift,
                    end + key.shift,
                    content,
                    timing,
                    end - 1 <= closed,
                    pane);
        }
    }

    /** Shows the panes that collect what came since their last row. */
    void collect(AlignedKey<K, A> key, SliceEdges.Slice slice, Consumer<Pane<A>> to) {
        long low = closedAtArrival(key);
        long high = plan.panes().hasEarly() ? Long.MAX_VALUE : key.through;
        for (int i = 0; i < windows.length; i++) {
            long end = windows[i].firstEnd(slice.start());
            if (end - 1 <= low) {
                end = windows[i].nextEnd(low + 1);
            }
            while (end - 1 <= high && windows[i].startOf(end) <= slice.start()) {
                to.accept(key.log().of(end, i));
                end = windows[i].nextEnd(end);
            }
        }
    }

    private boolean discards() {
        return plan.panes().refinement() == Refinement.DISCARDING;
    }
}
