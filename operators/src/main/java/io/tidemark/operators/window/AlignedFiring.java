package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When aligned windows send which rows. All times are those of a key whose windows are not moved.
 *
 * @param <K> the type of the keys
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class AlignedFiring<K, A, R> {

    /** Of each kind of windows, some so many are sent before it is asked whether time is up. */
    private static final int PORTION = 64;

    private final WindowPlan plan;
    private final BooleanSupplier timeIsUp;
    private final AlignedWindows[] windows;
    private final Accumulators<?, A, R> aggregate;
    private final PaneWriter<K, A, R> rows;

    /** Of each kind of windows, whether one starts where the one before ends. */
    private final boolean[] tiling;

    /** Whether the kinds of windows have their totals in common. */
    private final boolean sharesTotals;

    /** Whether what a window alone needed can go as soon as the window was sent. */
    private final boolean forgetsAtOnce;

    /** In this time {@link #PORTION} of the windows end that end most often. */
    private final long portionMillis;

    /** The next windows of a key that is looked at, and those behind one that was sent. */
    private final NextEnds unfired;

    private final NextEnds following;

    private final EndsAround ends;

    private final AlignedUpdates<K, A, R> updates;
    private final AlignedRetention<K, A> retention;

    AlignedFiring(
            List<AlignedWindows> windows,
            WindowPlan plan,
            Accumulators<?, A, R> aggregate,
            PaneWriter<K, A, R> rows,
            BooleanSupplier timeIsUp) {
        this.plan = plan;
        this.timeIsUp = timeIsUp;
        this.windows = windows.toArray(AlignedWindows[]::new);
        this.aggregate = aggregate;
        this.rows = rows;
        this.unfired = new NextEnds(this.windows);
        this.following = new NextEnds(this.windows);
        this.ends = new EndsAround(this.windows);
        this.updates = new AlignedUpdates<>(this.windows, plan, aggregate, rows);
        this.sharesTotals = WindowFold.areShared(this.windows.length, aggregate);
        this.retention = new AlignedRetention<>(this.windows);
        this.forgetsAtOnce =
                this.windows.length == 1 && plan.latenessMillis() == 0 && !plan.keepsPanes();
        long shortest = EventTimes.LONGEST;
        this.tiling = new boolean[this.windows.length];
        for (int i = 0; i < tiling.length; i++) {
            long end = this.windows[i].nextEnd(0);
            long following = this.windows[i].nextEnd(end);
            tiling[i] = this.windows[i].startOf(following) == end;
            shortest = Math.min(shortest, following - end);
        }
        this.portionMillis = Math.min(shortest, EventTimes.LONGEST / PORTION) * PORTION;
    }

    /** The rows that windows send besides the one when they end. */
    AlignedUpdates<K, A, R> updates() {
        return updates;
    }

    void fire(AlignedKey<K, A> key, long watermark) throws Exception {
        long delay = plan.delayMillis() + key.shift;
        long fired = EventTimes.back(watermark, delay);
        long closed = EventTimes.back(watermark, plan.latenessMillis() + key.shift);
        if (key.hasLate()) {
            updates.late(key, closed);
        }
        long first = EventTimes.back(key.due, delay);
        long through;
        long next;
        boolean more;
        do {
            through = first < EventTimes.back(fired, portionMillis) ? first + portionMillis : fired;
            next = send(key, through, closed);
            key.through = Math.max(key.through, through);
            first = next - 1;
            more = next != HotKey.NEVER && first <= fired;
        } while (more && !timeIsUp.getAsBoolean());
        key.due = next == HotKey.NEVER ? next : next - 1 + delay;
        if (more) {
            forgetAfter(key, Math.min(closed, through));
            return;
        }
        key.through = Math.max(key.through, fired);
        if (watermark >= key.earlyDue) {
            updates.early(key, key.through);
        }
        forgetAfter(key, closed);
        if (plan.latenessMillis() > 0) {
            retention.noteClosing(key, plan.latenessMillis());
        }
        key.dueAt(key.earlyDue);
    }

    private long send(AlignedKey<K, A> key, long fired, long closed) throws Exception {
        return plan.sendsEmpty() ? sendAlive(key, fired, closed) : sendDue(key, fired, closed);
    }

    /**
     * Sends the windows that ended and have something in them.
     *
     * @return the end of the first that has not ended; NEVER if there is none
     */
    private long sendDue(AlignedKey<K, A> key, long fired, long closed) throws Exception {
        long since = key.through + 1;
        long now = fired + 1;
        if (NextEnds.isBeforeAll(since) || NextEnds.isBehindAll(fired)) {
            long due = HotKey.NEVER;
            for (int i = 0; i < windows.length; i++) {
                due = Math.min(due, send(key, i, fired, closed));
            }
            return due;
        }
        ends.around(now);
        for (int i = 0; i < windows.length; i++) {
            if (ends.endedSince(since, i)) {
                send(key, i, fired, closed);
            }
        }
        int first = ends.nextKind();
        long due = firstUnfired(key, first, fired, following);
        if (due == ends.nextEnd()) {
            return due; // No other kind can be earlier.
        }
        for (int i = 0; i < windows.length; i++) {
            if (i != first) {
                due = Math.min(due, firstUnfired(key, i, fired, following));
            }
        }
        return due;
    }

    /** The same where windows of a key that is alive are sent even if empty. */
    private long sendAlive(AlignedKey<K, A> key, long fired, long closed) throws Exception {
        long due = HotKey.NEVER;
        long alive = HotKey.NEVER;
        for (int i = 0; i < windows.length; i++) {
            long end = send(key, i, fired, closed);
            due = Math.min(due, end);
            alive = Math.min(alive, end == HotKey.NEVER ? end : windows[i].startOf(end));
        }
        key.alive().forgetBefore(alive);
        return due;
    }

    /** Sends what is due of one kind, and tells the end of the first window that is not. */
    private long send(AlignedKey<K, A> key, int index, long fired, long closed) throws Exception {
        long end = firstUnfired(key, index, key.through, unfired);
        while (end != HotKey.NEVER && end - 1 <= fired) {
            onTime(key, index, end, closed);
            if (forgetsAtOnce) {
                retention.forget(key, end - 1);
            }
            end = firstUnfired(key, index, end - 1, following);
        }
        return end;
    }

    /**
     * The end of the first window that was not fired and has something to send; NEVER if there is
     * none.
     *
     * @param through all windows with end − 1 up to here were fired
     */
    private long firstUnfired(AlignedKey<K, A> key, int index, long through, NextEnds nextEnds)
            throws Exception {
        long floor = through + 1;
        AlignedWindows kind = windows[index];
        if (plan.sendsEmpty()) {
            return key.alive().firstEnd(kind, floor);
        }
        if (key.slices.isEmpty()) {
            return HotKey.NEVER;
        }
        if (NextEnds.isBeforeAll(floor)) {
            return kind.firstEnd(key.slices.first());
        }
        if (NextEnds.isBehindAll(floor)) {
            return HotKey.NEVER;
        }
        long end = nextEnds.endAfter(floor, index);
        long start = nextEnds.start(index);
        long slice = key.slices.first();
        if (slice < start) {
            slice = key.slices.last() < start ? HotKey.NEVER : key.slices.firstFrom(start);
        }
        if (slice == HotKey.NEVER) {
            return slice;
        }
        return slice < end ? end : kind.firstEnd(slice);
    }

    private void onTime(AlignedKey<K, A> key, int index, long end, long closed) throws Exception {
        long start = windows[index].startOf(end);
        Pane<A> pane = plan.keepsPanes() ? key.log().of(end, index) : null;
        A content;
        if (pane != null
                && plan.panes().hasEarly()
                && plan.panes().refinement() == Refinement.DISCARDING) {
            content = pane.kept;
            pane.kept = null;
        } else {
            content = content(key, index, start, end);
        }
        rows.write(
                key.key,
                index,
                start + key.shift,
                end + key.shift,
                content == null ? aggregate.create() : content,
                PaneTiming.ON_TIME,
                end - 1 <= closed,
                pane);
    }

    private @Nullable A content(AlignedKey<K, A> key, int index, long start, long end)
            throws Exception {
        if (tiling[index]) {
            // Mostly one slice, and then there is nothing to add up.
            A only = key.slices.only(start, end);
            if (only != null) {
                return only;
            }
        }
        key.folded = Math.max(key.folded, end);
        if (sharesTotals) {
            if (key.prefixes == null) {
                key.prefixes = new Prefixes<>(aggregate);
            }
            return key.prefixes.over(key.slices, start, end);
        }
        if (key.folds.length == 0) {
            key.folds = WindowFold.each(windows.length, aggregate);
        }
        return key.folds[index].over(key.slices, start, end);
    }

    /** What other windows needed that were asked for before a restore goes with the last row. */
    private void forgetAfter(AlignedKey<K, A> key, long closed) throws Exception {
        if (!forgetsAtOnce || key.due == HotKey.NEVER) {
            retention.forget(key, closed);
        }
    }

    /** The end of the first window of a slice that was not fired; NEVER if all were. */
    long nextEnd(SliceEdges.Slice slice, long fired) {
        long next = HotKey.NEVER;
        for (AlignedWindows kind : windows) {
            long end = Math.max(kind.firstEnd(slice.start()), kind.nextEnd(fired + 1));
            if (kind.startOf(end) <= slice.start()) {
                next = Math.min(next, end);
            }
        }
        return next;
    }

    /** The end of the first window that is sent even if empty and was not fired; or NEVER. */
    long nextAlive(AlignedKey<K, A> key, long fired) {
        long next = HotKey.NEVER;
        for (AlignedWindows kind : windows) {
            next = Math.min(next, key.alive().firstEnd(kind, fired + 1));
        }
        return next;
    }
}
