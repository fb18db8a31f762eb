package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A sample of the panes of one window size, a pane being the events of one key in one window: when
 * each ends and how far the progress was when its first event came.
 *
 * <p>Whether a pane is in the sample its hash decides. While there are at most {@value #MOST} panes
 * all are in it; each time there are more, half of the hashes are given up and every pane left
 * stands for twice as many. Means over panes are then good to about 1% of their spread.
 */
final class PaneSample {

    static final int MOST = 16_384;

    private static final int SLOTS = 2 * MOST;

    private final long size;

    /** The hash of the pane in each slot, 0 where there is none. */
    private long[] hashes = new long[SLOTS];

    private long[] ends = new long[SLOTS];
    private long[] opened = new long[SLOTS];
    private int panes;

    /** Of a hash in the sample as many low bits are 0. */
    private int halvings;

    private long lastStart = Long.MAX_VALUE;

    PaneSample(long size) {
        this.size = size;
    }

    /** The end of the window that holds a time. */
    long endOf(long time) {
        if (time < lastStart || time - lastStart >= size) {
            lastStart = time - Math.floorMod(time, size);
        }
        return lastStart + size;
    }

    /** Opens the pane with that hash unless an earlier event has. */
    void open(long hash, long end, long progress) {
        if ((hash & ((1L << halvings) - 1)) == 0 && hash != 0) {
            put(hash, end, progress);
            while (panes > MOST) {
                halve();
            }
        }
    }

    private void put(long hash, long end, long progress) {
        int slot = (int) (hash >>> 40) & (SLOTS - 1);
        while (hashes[slot] != 0) {
            if (hashes[slot] == hash) {
                return;
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        hashes[slot] = hash;
        ends[slot] = end;
        opened[slot] = progress;
        panes++;
    }

    private void halve() {
        long[] oldHashes = hashes;
        long[] oldEnds = ends;
        long[] oldOpened = opened;
        hashes = new long[SLOTS];
        ends = new long[SLOTS];
        opened = new long[SLOTS];
        panes = 0;
        halvings++;
        long dropped = (1L << halvings) - 1;
        for (int i = 0; i < SLOTS; i++) {
            if (oldHashes[i] != 0 && (oldHashes[i] & dropped) == 0) {
                put(oldHashes[i], oldEnds[i], oldOpened[i]);
            }
        }
    }

    /** What the panes cost at each delay, between the first progress and the last. */
    PaneCosts costs(DelayGrid grid, ProgressJumps.Overshoot overshoot, long first, long last) {
        PaneCosts costs = new PaneCosts(grid.size());
        double standsFor = Math.scalb(1.0, halvings);
        for (int delay = 0; delay < grid.size(); delay++) {
            double open = 0;
            double waited = 0;
            long results = 0;
            for (int i = 0; i < SLOTS; i++) {
                long closing =
                        hashes[i] == 0 ? Long.MIN_VALUE : grid.closingProgress(delay, ends[i]);
                long from = Math.max(opened[i], first);
                if (closing > from) {
                    open += first == last ? 1 : Math.min(closing, last) - from;
                    if (closing <= last) {
                        waited += closing - ends[i] + overshoot.at(closing);
                        results++;
                    }
                }
            }
            double span = first == last ? 1 : last - first;
            costs.set(delay, open / span * standsFor, waited * standsFor, results * standsFor);
        }
        return costs;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(halvings);
        out.writeInt(panes);
        for (int i = 0; i < SLOTS; i++) {
            if (hashes[i] != 0) {
                out.writeLong(hashes[i]);
                out.writeLong(ends[i]);
                out.writeLong(opened[i]);
            }
        }
    }

    void read(DataInput in) throws IOException {
        halvings = in.readInt();
        int stored = in.readInt();
        for (int i = 0; i < stored; i++) {
            put(in.readLong(), in.readLong(), in.readLong());
        }
    }
}
