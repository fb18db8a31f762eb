package io.tidemark.operators.window;

import io.tidemark.operators.window.NaiveWindows.Span;
import io.tidemark.operators.window.Panes.Refinement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What aligned windows must do: each window keeps its events and computes each row from them. */
final class AlignedReference<R> extends WindowReference<WindowResult<String, R>> {

    private final List<NaiveWindows> kinds;
    private final WindowPlan plan;
    private final Function<List<Sale>, R> naive;
    private final Map<String, Key> keys = new TreeMap<>();

    AlignedReference(List<NaiveWindows> kinds, WindowPlan plan, Function<List<Sale>, R> naive) {
        this.kinds = kinds;
        this.plan = plan;
        this.naive = naive;
    }

    /** A window of a key. */
    private record Window(int kind, long start, long end) implements Comparable<Window> {

        private static final Comparator<Window> ORDER =
                Comparator.comparingInt(Window::kind).thenComparingLong(Window::end);

        @Override
        public int compareTo(Window other) {
            return ORDER.compare(this, other);
        }
    }

    /** What is in a window, and what was said of it. */
    private static final class Content {

        private final List<Sale> events = new ArrayList<>();
        private int rows;

        /** How many of the events were there at the last row. */
        private int reported;

        private boolean cameLate;
        private boolean changed;
    }

    private static final class Key {

        private final Map<Window, Content> windows = new TreeMap<>();
        private long earlyDue = Long.MAX_VALUE;
        private final List<Long> events = new ArrayList<>();

        private Content content(Window window) {
            return windows.computeIfAbsent(window, none -> new Content());
        }
    }

    private boolean closed(long end, long at) {
        return at >= end - 1 + plan.latenessMillis();
    }

    private boolean fired(long end, long at) {
        return at >= end - 1 + plan.delayMillis();
    }

    @Override
    void event(Sale event, long time) {
        List<Window> open = new ArrayList<>();
        List<PartlyLate.Missed> missed = new ArrayList<>();
        long lastEnd = Long.MIN_VALUE;
        for (int kind = 0; kind < kinds.size(); kind++) {
            for (Span span : kinds.get(kind).holding(event.shop(), time)) {
                lastEnd = Math.max(lastEnd, span.end());
                if (closed(span.end(), watermark)) {
                    missed.add(new PartlyLate.Missed(kind, span.start(), span.end()));
                } else {
                    open.add(new Window(kind, span.start(), span.end()));
                }
            }
        }
        if (open.isEmpty()) {
            late(event, time, lastEnd);
            return;
        }
        if (!missed.isEmpty()) {
            partlyLate(event, time, missed);
        }
        Key key = keys.computeIfAbsent(event.shop(), none -> new Key());
        for (Window window : open) {
            Content content = key.content(window);
            content.events.add(event);
            if (fired(window.end, watermark)) {
                content.cameLate = true;
            } else if (plan.panes().hasEarly()) {
                content.changed = true;
                if (key.earlyDue == Long.MAX_VALUE) {
                    key.earlyDue = nextTick();
                }
            }
        }
        key.events.add(time);
    }

    /** The watermark at which all up to the next multiple of the period has been seen. */
    private long nextTick() {
        if (watermark == Long.MIN_VALUE) {
            return Long.MIN_VALUE + 1;
        }
        long next = watermark + 2;
        return next + Math.floorMod(-next, plan.panes().earlyMillis()) - 1;
    }

    @Override
    void step(long before) {
        keys.forEach((name, key) -> step(name, key, before));
    }

    private void step(String name, Key key, long before) {
        key.windows.forEach(
                (window, content) -> {
                    if (content.cameLate) {
                        row(name, window, content, PaneTiming.LATE);
                    }
                });
        if (plan.sendsEmpty()) {
            addEmpty(name, key, before);
        }
        key.windows.forEach(
                (window, content) -> {
                    if (!fired(window.end, before) && fired(window.end, watermark)) {
                        row(name, window, content, PaneTiming.ON_TIME);
                    }
                });
        if (watermark >= key.earlyDue) {
            key.windows.forEach(
                    (window, content) -> {
                        if (content.changed && !fired(window.end, watermark)) {
                            row(name, window, content, PaneTiming.EARLY);
                        }
                    });
            key.earlyDue = Long.MAX_VALUE;
        }
        key.windows.keySet().removeIf(window -> closed(window.end, watermark));
    }

    /** Makes the windows that end in this step and in which the key was alive. */
    private void addEmpty(String name, Key key, long before) {
        for (int kind = 0; kind < kinds.size(); kind++) {
            for (long event : key.events) {
                long until = event + plan.emptyForMillis();
                Span span = kinds.get(kind).endingAfter(name, event);
                while (span.start() <= until && fired(span.end(), watermark)) {
                    if (!fired(span.end(), before)) {
                        key.content(new Window(kind, span.start(), span.end()));
                    }
                    span = kinds.get(kind).endingAfter(name, span.end());
                }
            }
        }
    }

    private void row(String key, Window window, Content content, PaneTiming timing) {
        Refinement refinement = plan.panes().refinement();
        List<Sale> all = content.events;
        if (refinement == Refinement.RETRACTING && content.rows > 0) {
            R before = naive.apply(all.subList(0, content.reported));
            row(result(key, window, before, timing, content.rows - 1, false, true));
        }
        int from = refinement == Refinement.DISCARDING ? content.reported : 0;
        R value = naive.apply(all.subList(from, all.size()));
        boolean last = timing != PaneTiming.EARLY && closed(window.end, watermark);
        row(result(key, window, value, timing, content.rows++, last, false));
        content.reported = all.size();
        content.cameLate = false;
        content.changed = false;
    }

    private WindowResult<String, R> result(
            String key,
            Window window,
            R value,
            PaneTiming timing,
            int pane,
            boolean last,
            boolean retraction) {
        return new WindowResult<>(
                key, window.kind, window.start, window.end, value, timing, pane, last, retraction);
    }
}
