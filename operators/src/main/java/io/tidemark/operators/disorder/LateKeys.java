package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which keys a delay would lose most events of, in constant memory although the delay is chosen
 * only at the end.
 *
 * <p>Events that come out of order are sampled apart for each eighth of a decade or so of the delay
 * that they need, {@value #PER_LAYER} a layer, so that the few that need a long delay are not
 * crowded out by the many that need a short one. Up to {@value #PER_LAYER} late events a layer the
 * counts are exact; above that a key that owns k of a layer's sampled events is counted to about
 * 1/sqrt(k) of itself. How many events a key has altogether comes from a count-min sketch of three
 * rows of {@value #ROW}: never too few, and by more than 1/{@value #ROW} of all events too many for
 * one key in twenty.
 */
final class LateKeys {

    private static final int PER_LAYER = 256;
    private static final int DELAYS_OF_LAYER = 8;
    private static final int ROW = 4_096;

    private final EventSample[] layers;
    private final long[] lateOfLayer;
    private final long[] events = new long[3 * ROW];

    LateKeys(DelayGrid grid) {
        layers = new EventSample[grid.size() / DELAYS_OF_LAYER + 1];
        for (int i = 0; i < layers.length; i++) {
            layers[i] = new EventSample(PER_LAYER);
        }
        lateOfLayer = new long[layers.length];
    }

    void count(long keyHash) {
        events[(int) keyHash & (ROW - 1)]++;
        events[ROW + ((int) (keyHash >>> 20) & (ROW - 1))]++;
        events[2 * ROW + ((int) (keyHash >>> 40) & (ROW - 1))]++;
    }

    /** Counts a late event and tells whether it is to be added. */
    boolean wants(int okAt, long priority) {
        int layer = okAt / DELAYS_OF_LAYER;
        lateOfLayer[layer]++;
        return layers[layer].wants(priority);
    }

    void add(SampledEvent event) {
        layers[event.okAt() / DELAYS_OF_LAYER].add(event);
    }

    /** The keys that lose most at a delay in the first window, the worst first. */
    List<KeyLosses> worst(int delay, int limit) {
        Map<String, Losses> byKey = new HashMap<>();
        for (int layer = delay / DELAYS_OF_LAYER; layer < layers.length; layer++) {
            double weight = (double) lateOfLayer[layer] / Math.max(1, layers[layer].size());
            for (SampledEvent event : layers[layer].events()) {
                String key = event.key();
                if (key != null && event.okAt() > delay) {
                    byKey.computeIfAbsent(key, k -> new Losses()).add(event, delay, weight);
                }
            }
        }
        List<KeyLosses> all = new ArrayList<>();
        byKey.forEach(
                (key, losses) ->
                        all.add(
                                new KeyLosses(
                                        key,
                                        eventsOf(Hashing.ofKey(key)),
                                        Math.round(losses.behind),
                                        Math.round(losses.lost),
                                        losses.disorder)));
        all.sort(
                Comparator.comparingLong(KeyLosses::lost)
                        .thenComparingLong(KeyLosses::behind)
                        .thenComparingLong(KeyLosses::disorderMax)
                        .reversed()
                        .thenComparing(KeyLosses::key));
        return List.copyOf(all.subList(0, Math.min(limit, all.size())));
    }

    private long eventsOf(long keyHash) {
        return Math.min(
                events[(int) keyHash & (ROW - 1)],
                Math.min(
                        events[ROW + ((int) (keyHash >>> 20) & (ROW - 1))],
                        events[2 * ROW + ((int) (keyHash >>> 40) & (ROW - 1))]));
    }

    void merge(LateKeys other) {
        for (int i = 0; i < layers.length; i++) {
            layers[i].merge(other.layers[i]);
            lateOfLayer[i] += other.lateOfLayer[i];
        }
        for (int i = 0; i < events.length; i++) {
            events[i] += other.events[i];
        }
    }

    void write(DataOutput out) throws IOException {
        for (int i = 0; i < layers.length; i++) {
            layers[i].write(out);
            out.writeLong(lateOfLayer[i]);
        }
        writeCounts(out);
    }

    /** Of a partition with few keys most counters are 0, and a job may have many partitions. */
    private void writeCounts(DataOutput out) throws IOException {
        int used = 0;
        for (long count : events) {
            used += count == 0 ? 0 : 1;
        }
        boolean sparse = used < events.length / 2;
        out.writeInt(sparse ? used : events.length);
        for (int i = 0; i < events.length; i++) {
            if (sparse && events[i] != 0) {
                out.writeShort(i);
            }
            if (!sparse || events[i] != 0) {
                out.writeLong(events[i]);
            }
        }
    }

    void read(DataInput in) throws IOException {
        for (int i = 0; i < layers.length; i++) {
            layers[i].read(in);
            lateOfLayer[i] = in.readLong();
        }
        int written = in.readInt();
        for (int i = 0; i < written; i++) {
            int at = written < events.length ? in.readUnsignedShort() : i;
            events[at] = in.readLong();
        }
    }

    private static final class Losses {

        private double behind;
        private double lost;
        private long disorder;

        void add(SampledEvent event, int delay, double weight) {
            behind += weight;
            lost += !event.keptAt().isEmpty() && event.keptAt().get(0) > delay ? weight : 0;
            disorder = Math.max(disorder, event.disorder());
        }
    }
}
