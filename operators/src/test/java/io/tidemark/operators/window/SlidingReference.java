package io.tidemark.operators.window;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.testing.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a sliding aggregation has to send, the naive way: every event is kept, and whenever the
 * watermark moves every row that is not closed is computed again from all of them.
 */
final class SlidingReference {

    /** An event, and what its last row was about. */
    private static final class Entry {

        private final Sale sale;
        private final int arrival;
        private List<Entry> sent = List.of();

        private Entry(Sale sale, int arrival) {
            this.sale = sale;
            this.arrival = arrival;
        }
    }

    private final SlidingCase sliding;
    private final Function<List<Sale>, ?> valueOf;
    private final Map<String, List<Entry>> entries = new TreeMap<>();
    private final Map<String, List<SlidingResult<Sale, Object>>> rows = new TreeMap<>();
    private final List<List<SlidingResult<Sale, Object>>> steps = new ArrayList<>();
    private final List<Late<Sale>> late = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;

    SlidingReference(SlidingCase sliding, Function<List<Sale>, ?> valueOf) {
        this.sliding = sliding;
        this.valueOf = valueOf;
        int arrival = 0;
        for (Step<Sale> step : sliding.history().steps()) {
            steps.add(new ArrayList<>());
            if (step instanceof Step.Element<Sale> element) {
                take(element.value(), arrival++);
            } else if (step instanceof Step.Mark<Sale> mark) {
                advance(mark.time());
            }
        }
        steps.add(new ArrayList<>());
        advance(Long.MAX_VALUE);
    }

    /** The rows of each step, and last those of the end of the input. */
    List<List<SlidingResult<Sale, Object>>> steps() {
        return steps;
    }

    /** The rows of each key, in their order. */
    Map<String, List<SlidingResult<Sale, Object>>> rows() {
        return rows;
    }

    List<Late<Sale>> late() {
        return late;
    }

    private void take(Sale sale, int arrival) {
        if (reached(sale.time() + sliding.lateness())) {
            late.add(new Late<>(sale, sale.time(), watermark, sale.time() + 1));
            return;
        }
        List<Entry> ofKey = entries.computeIfAbsent(sale.shop(), shop -> new ArrayList<>());
        ofKey.add(new Entry(sale, arrival));
        ofKey.sort(
                Comparator.<Entry>comparingLong(entry -> entry.sale.time())
                        .thenComparingInt(entry -> entry.arrival));
    }

    private boolean reached(long time) {
        return watermark >= time;
    }

    private void advance(long mark) {
        long before = watermark;
        long delay = sliding.mode() == SlidingCase.Mode.FINAL ? sliding.lateness() : 0;
        entries.forEach(
                (shop, ofKey) -> {
                    List<SlidingResult<Sale, Object>> out = new ArrayList<>();
                    for (int i = 0; i < ofKey.size(); i++) {
                        Entry entry = ofKey.get(i);
                        boolean closed = reached(entry.sale.time() + sliding.lateness());
                        if (!closed && mark >= entry.sale.time() + delay) {
                            boolean onTime = before < entry.sale.time() + delay;
                            send(entry, inRange(ofKey, i), onTime, mark, out);
                        }
                    }
                    rows.computeIfAbsent(shop, any -> new ArrayList<>()).addAll(out);
                    steps.get(steps.size() - 1).addAll(out);
                });
        watermark = mark;
    }

    private void send(
            Entry entry,
            List<Entry> content,
            boolean onTime,
            long mark,
            List<SlidingResult<Sale, Object>> out) {
        if (content.equals(entry.sent)) {
            return;
        }
        PaneTiming timing = onTime ? PaneTiming.ON_TIME : PaneTiming.LATE;
        long time = entry.sale.time();
        if (!entry.sent.isEmpty() && sliding.mode() == SlidingCase.Mode.RETRACTING) {
            out.add(new SlidingResult<>(entry.sale, time, value(entry.sent), timing, false, true));
        }
        out.add(
                new SlidingResult<>(
                        entry.sale,
                        time,
                        value(content),
                        timing,
                        mark >= time + sliding.lateness(),
                        false));
        entry.sent = content;
    }

    private Object value(List<Entry> content) {
        return valueOf.apply(content.stream().map(entry -> entry.sale).toList());
    }

    private List<Entry> inRange(List<Entry> ofKey, int index) {
        long time = ofKey.get(index).sale.time();
        List<Entry> content = new ArrayList<>();
        for (int i = 0; i < ofKey.size(); i++) {
            long other = ofKey.get(i).sale.time();
            boolean seen = sliding.counts() ? i <= index : other <= time;
            if (seen && other > time - sliding.range()) {
                content.add(ofKey.get(i));
            }
        }
        return sliding.counts() && content.size() > sliding.events()
                ? content.subList(content.size() - sliding.events(), content.size())
                : content;
    }
}
