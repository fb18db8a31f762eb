package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A uniform sample of events: those with the lowest of priorities that are drawn for each event
 * from its partition and its place in it, so that the sample does not depend on where a study was
 * cut or in which order studies are merged.
 */
final class EventSample {

    private static final Comparator<SampledEvent> ORDER =
            Comparator.comparingLong(SampledEvent::priority)
                    .thenComparingInt(SampledEvent::partition)
                    .thenComparingLong(SampledEvent::eventTime);

    private final int capacity;
    private PriorityQueue<SampledEvent> kept = new PriorityQueue<>(16, ORDER.reversed());

    /** Of a full sample the highest priority in it. */
    private long bound = Long.MAX_VALUE;

    EventSample(int capacity) {
        this.capacity = capacity;
    }

    /** Whether an event of that priority is to be added: asked first, for events cost memory. */
    boolean wants(long priority) {
        return priority <= bound;
    }

    void add(SampledEvent event) {
        kept.add(event);
        if (kept.size() > capacity) {
            kept.remove();
        }
        if (kept.size() == capacity) {
            bound = kept.element().priority();
        }
    }

    int size() {
        return kept.size();
    }

    /** The events by priority, so that the first ones are a sample, too. */
    List<SampledEvent> events() {
        return kept.stream().sorted(ORDER).toList();
    }

    void merge(EventSample other) {
        if (kept.isEmpty() && other.capacity == capacity) {
            kept = new PriorityQueue<>(other.kept);
            bound = other.bound;
            return;
        }
        for (SampledEvent event : other.kept) {
            if (wants(event.priority())) {
                add(event);
            }
        }
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(kept.size());
        for (SampledEvent event : kept) {
            event.write(out);
        }
    }

    void read(DataInput in) throws IOException {
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            add(SampledEvent.read(in));
        }
    }
}
