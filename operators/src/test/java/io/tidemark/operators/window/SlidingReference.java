package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a sliding aggregation has to send, the naive way: every event is kept, and whenever the
 * watermark moves every row that is not closed is computed again from all of them.
 */
final class SlidingReference<R> extends WindowReference<SlidingResult<Sale, R>> {

    /** An event, and what its last row was about. */
    private static final class Entry {

        private final Sale sale;
        private final long time;
        private List<Entry> sent = List.of();

        private Entry(Sale sale, long time) {
            this.sale = sale;
            this.time = time;
        }
    }

    private final SlidingCase<?, R> sliding;
    private final WindowPlan plan;

    /** Of each key in the order of time, of equal times in that of arrival. */
    private final Map<String, List<Entry>> entries = new TreeMap<>();

    SlidingReference(SlidingCase<?, R> sliding) {
        this.sliding = sliding;
        this.plan = sliding.plan();
    }

    @Override
    void event(Sale sale, long time) {
        if (watermark >= time + plan.latenessMillis()) {
            late(sale, time, time + 1);
            return;
        }
        List<Entry> ofKey = entries.computeIfAbsent(sale.shop(), shop -> new ArrayList<>());
        ofKey.add(new Entry(sale, time));
        ofKey.sort(Comparator.comparingLong(entry -> entry.time)); // Does not swap equal ones.
    }

    @Override
    void step(long before) {
        for (List<Entry> ofKey : entries.values()) {
            for (int i = 0; i < ofKey.size(); i++) {
                long time = ofKey.get(i).time;
                boolean wasClosed = before >= time + plan.latenessMillis();
                if (!wasClosed && watermark >= time + plan.delayMillis()) {
                    boolean onTime = before < time + plan.delayMillis();
                    send(ofKey.get(i), inRange(ofKey, i), onTime);
                }
            }
        }
    }

    private void send(Entry entry, List<Entry> content, boolean onTime) {
        if (content.equals(entry.sent)) {
            return;
        }
        PaneTiming timing = onTime ? PaneTiming.ON_TIME : PaneTiming.LATE;
        if (!entry.sent.isEmpty() && plan.panes().refinement() == Refinement.RETRACTING) {
            row(result(entry, entry.sent, timing, false, true));
        }
        boolean last = watermark >= entry.time + plan.latenessMillis();
        row(result(entry, content, timing, last, false));
        entry.sent = content;
    }

    private SlidingResult<Sale, R> result(
            Entry entry, List<Entry> content, PaneTiming timing, boolean last, boolean retraction) {
        R value =
                sliding.aggregate()
                        .naive()
                        .apply(content.stream().map(other -> other.sale).toList());
        return new SlidingResult<>(entry.sale, entry.time, value, timing, last, retraction);
    }

    private List<Entry> inRange(List<Entry> ofKey, int index) {
        long time = ofKey.get(index).time;
        List<Entry> content = new ArrayList<>();
        for (int i = 0; i < ofKey.size(); i++) {
            long other = ofKey.get(i).time;
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
