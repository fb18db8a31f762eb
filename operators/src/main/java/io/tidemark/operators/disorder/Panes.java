package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sample of the panes that all partitions together open, as {@link PaneSample} has it of one: a
 * key in a window is one pane however many partitions its events come from, and is opened by the
 * first of them.
 */
final class Panes {

    private static final int MOST = 4 * PaneSample.MOST;

    /** So that the same pane of several partitions stands together. */
    private static final Comparator<Pane> ORDER =
            Comparator.comparingLong(Pane::hash).thenComparingInt(Pane::partition);

    private final Pane[] panes;
    private final int halvings;

    private Panes(Pane[] panes, int halvings) {
        this.panes = panes;
        this.halvings = halvings;
    }

    /**
     * A pane.
     *
     * @param hash which it is
     * @param end where its window ends, exclusive
     * @param opened how far the partition had come that opened it
     * @param partition that partition
     */
    record Pane(long hash, long end, long opened, int partition) {}

    static Panes none() {
        return new Panes(new Pane[0], 0);
    }

    static Panes of(List<Pane> sample, int halvings) {
        return thinned(sample.stream().sorted(ORDER), halvings);
    }

    /** Those of both; neither changes. */
    Panes with(Panes other) {
        Pane[] both = new Pane[panes.length + other.panes.length];
        int mine = 0;
        int others = 0;
        for (int i = 0; i < both.length; i++) {
            boolean isMine =
                    others == other.panes.length
                            || (mine < panes.length
                                    && ORDER.compare(panes[mine], other.panes[others]) <= 0);
            both[i] = isMine ? panes[mine++] : other.panes[others++];
        }
        return thinned(Arrays.stream(both), Math.max(halvings, other.halvings));
    }

    /** Of panes in their order. */
    private static Panes thinned(Stream<Pane> all, int halvings) {
        Pane[] kept = all.filter(pane -> isKept(pane, halvings)).toArray(Pane[]::new);
        int further = halvings;
        while (kept.length > MOST) {
            int left = ++further;
            kept = Arrays.stream(kept).filter(pane -> isKept(pane, left)).toArray(Pane[]::new);
        }
        return new Panes(kept, further);
    }

    private static boolean isKept(Pane pane, int halvings) {
        return (pane.hash() & ((1L << halvings) - 1)) == 0;
    }

    /**
     * What they cost at each delay: a pane is opened by its first event, and closed when the
     * slowest partition lets it.
     */
    PaneCosts costs(DelayGrid grid, JoinedProgress joined) {
        double span = joined.span();
        double standsFor = Math.scalb(1.0, halvings);
        ProgressJumps.Overshoot overshoot = joined.overshoot();
        ProgressJumps.Overshoot atClosing = joined.overshoot();
        Crossing slowest = joined.slowest();
        List<Opened> sorted = opened(joined);
        PaneCosts costs = new PaneCosts(grid.size());
        for (int delay = 0; delay < grid.size(); delay++) {
            double open = 0;
            double waited = 0;
            double held = 0;
            long results = 0;
            slowest.rewind();
            overshoot.rewind();
            atClosing.rewind();
            for (Opened pane : sorted) {
                long closing = grid.closingProgress(delay, pane.end());
                if (closing > pane.progress()) {
                    double newest = slowest.at(closing);
                    boolean closes = !Double.isNaN(newest);
                    open += (closes ? newest : joined.newest()) - pane.newest();
                    // What is due while event time jumps stands open only until its moment.
                    double jumped = atClosing.endAt(closing);
                    if (closes && newest >= jumped) {
                        open -= Math.max(0, jumped - Math.max(closing, pane.newest()));
                    }
                    if (closes) {
                        waited += newest + overshoot.at(newest) - pane.end();
                        held += newest - closing;
                        results++;
                    }
                    open += span == 0 ? 1 : 0;
                }
            }
            costs.set(
                    delay,
                    open / (span == 0 ? 1 : span) * standsFor,
                    waited / results,
                    held / results);
        }
        return costs;
    }

    /**
     * A pane beside the newest event time.
     *
     * @param end where its window ends
     * @param progress how far the partition had come that opened it
     * @param newest how far the newest event time had come then
     */
    private record Opened(long end, long progress, double newest) {}

    /** Each once, by their ends, so that for each delay they close in that order, too. */
    private List<Opened> opened(JoinedProgress joined) {
        double[] newest = new double[panes.length];
        Integer[] byOpening = new Integer[panes.length];
        Arrays.setAll(byOpening, i -> i);
        Arrays.sort(
                byOpening,
                Comparator.comparingInt((Integer i) -> panes[i].partition())
                        .thenComparingLong(i -> panes[i].opened()));
        Crossing crossing = new Crossing();
        int partition = -1;
        for (int i : byOpening) {
            if (panes[i].partition() != partition) {
                partition = panes[i].partition();
                crossing = joined.of(partition);
                crossing.rewind();
            }
            newest[i] = crossing.at(panes[i].opened());
        }
        List<Opened> opened = new ArrayList<>();
        for (int i = 0; i < panes.length; ) {
            int earliest = i;
            long hash = panes[i].hash();
            for (; i < panes.length && panes[i].hash() == hash; i++) {
                earliest = newest[i] < newest[earliest] ? i : earliest;
            }
            Pane pane = panes[earliest];
            opened.add(new Opened(pane.end(), pane.opened(), newest[earliest]));
        }
        opened.sort(
                Comparator.comparingLong(Opened::end)
                        .thenComparingLong(Opened::progress)
                        .thenComparingDouble(Opened::newest));
        return opened;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(halvings);
        out.writeInt(panes.length);
        for (Pane pane : panes) {
            out.writeLong(pane.hash());
            out.writeLong(pane.end());
            out.writeLong(pane.opened());
            out.writeInt(pane.partition());
        }
    }

    static Panes read(DataInput in) throws IOException {
        int halvings = in.readInt();
        Pane[] panes = new Pane[in.readInt()];
        for (int i = 0; i < panes.length; i++) {
            panes[i] = new Pane(in.readLong(), in.readLong(), in.readLong(), in.readInt());
        }
        return new Panes(panes, halvings);
    }
}
