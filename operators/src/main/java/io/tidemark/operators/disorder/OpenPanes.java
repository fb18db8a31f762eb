package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sample of the panes that all partitions together open, as {@link PaneSample} has it of one: a
 * key in a window is one pane however many partitions its events come from, and is opened by the
 * first of them.
 */
final class OpenPanes {

    private static final int MOST = 4 * PaneSample.MOST;

    private final Pane[] panes;
    private final int halvings;

    private OpenPanes(Pane[] panes, int halvings) {
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
    private record Pane(long hash, long end, long opened, int partition) {}

    static OpenPanes none() {
        return new OpenPanes(new Pane[0], 0);
    }

    static OpenPanes of(List<PaneSample.Pane> sample, int partition, int halvings) {
        return thinned(
                sample.stream()
                        .map(pane -> new Pane(pane.hash(), pane.end(), pane.opened(), partition)),
                halvings);
    }

    /** Those of both; neither changes. */
    OpenPanes with(OpenPanes other) {
        return thinned(
                Stream.concat(Arrays.stream(panes), Arrays.stream(other.panes)),
                Math.max(halvings, other.halvings));
    }

    private static OpenPanes thinned(Stream<Pane> all, int halvings) {
        Pane[] kept =
                all.filter(pane -> isKept(pane, halvings))
                        .sorted(
                                Comparator.comparingLong(Pane::hash)
                                        .thenComparingInt(Pane::partition))
                        .toArray(Pane[]::new);
        int further = halvings;
        while (kept.length > MOST) {
            int left = ++further;
            kept = Arrays.stream(kept).filter(pane -> isKept(pane, left)).toArray(Pane[]::new);
        }
        return new OpenPanes(kept, further);
    }

    private static boolean isKept(Pane pane, int halvings) {
        return (pane.hash() & ((1L << halvings) - 1)) == 0;
    }

    /**
     * How many are open at each delay, mean over event time: from the first event of a pane until
     * the slowest partition lets it close.
     */
    double[] meanOpen(DelayGrid grid, List<PartitionFindings> partitions, JoinedProgress joined) {
        Map<Integer, Reach> reaches = new HashMap<>();
        for (PartitionFindings one : partitions) {
            if (!one.points().isEmpty()) {
                reaches.put(one.partition(), Reach.of(one, joined));
            }
        }
        double[] mean = new double[grid.size()];
        int next = 0;
        while (next < panes.length) {
            Pane first = panes[next];
            double opened = Double.MAX_VALUE;
            for (long hash = first.hash(); next < panes.length && panes[next].hash() == hash; ) {
                Pane pane = panes[next++];
                Reach reach = reaches.get(pane.partition());
                if (reach != null && pane.opened() + reach.trail() < opened) {
                    opened = pane.opened() + reach.trail();
                    first = pane;
                }
            }
            Reach reach = reaches.get(first.partition());
            for (int delay = 0; reach != null && delay < mean.length; delay++) {
                long closing = grid.closingProgress(delay, first.end());
                if (closing > first.opened()) {
                    mean[delay] += reach.openFor(first.opened(), closing, joined.span());
                }
            }
        }
        double standsFor = Math.scalb(1.0, halvings);
        for (int delay = 0; delay < mean.length; delay++) {
            mean[delay] *= standsFor;
        }
        return mean;
    }

    /**
     * How far a partition came.
     *
     * @param last its last progress
     * @param trail how far it trails the newest event time, mean milliseconds
     * @param ahead how far it is ahead of the slowest partition, mean milliseconds
     */
    private record Reach(long last, double trail, double ahead) {

        static Reach of(PartitionFindings partition, JoinedProgress joined) {
            List<ProgressPoint> points = partition.points();
            return new Reach(
                    points.get(points.size() - 1).progress(),
                    joined.trail(partition.partition()),
                    joined.aheadOfSlowest(partition.partition()));
        }

        /** As a share of all event time. */
        double openFor(long opened, long closing, double span) {
            if (span == 0) {
                return 1;
            }
            return (closing <= last ? closing - opened + ahead : last - opened) / span;
        }
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

    static OpenPanes read(DataInput in) throws IOException {
        int halvings = in.readInt();
        Pane[] panes = new Pane[in.readInt()];
        for (int i = 0; i < panes.length; i++) {
            panes[i] = new Pane(in.readLong(), in.readLong(), in.readLong(), in.readInt());
        }
        return new OpenPanes(panes, halvings);
    }
}
