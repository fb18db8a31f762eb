package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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

    private static final int MOST_SLOTS = 2 * MOST;
    private static final int FIRST_SLOTS = 64;

    private final long size;

    /** The hash of the pane in each slot, 0 where there is none. */
    private long[] hashes = new long[FIRST_SLOTS];

    private long[] ends = new long[FIRST_SLOTS];
    private long[] opened = new long[FIRST_SLOTS];
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
        int last = hashes.length - 1;
        int slot = (int) (hash >>> 40) & last;
        while (hashes[slot] != 0) {
            if (hashes[slot] == hash) {
                return;
            }
            slot = (slot + 1) & last;
        }
        hashes[slot] = hash;
        ends[slot] = end;
        opened[slot] = progress;
        panes++;
        if (2 * panes > hashes.length && hashes.length < MOST_SLOTS) {
            rebuild(2 * hashes.length);
        }
    }

    private void halve() {
        halvings++;
        rebuild(hashes.length);
    }

    /** Puts what is still in the sample into so many slots. */
    private void rebuild(int slots) {
        long[] oldHashes = hashes;
        long[] oldEnds = ends;
        long[] oldOpened = opened;
        hashes = new long[slots];
        ends = new long[slots];
        opened = new long[slots];
        panes = 0;
        long dropped = (1L << halvings) - 1;
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldHashes[i] != 0 && (oldHashes[i] & dropped) == 0) {
                put(oldHashes[i], oldEnds[i], oldOpened[i]);
            }
        }
    }

    /**
     * The panes in the sample, to be put together with those of other partitions.
     *
     * @param first the first progress, before which none is open
     */
    Panes panes(int partition, long first) {
        List<Panes.Pane> sample = new ArrayList<>(panes);
        for (int i = 0; i < hashes.length; i++) {
            if (hashes[i] != 0) {
                sample.add(
                        new Panes.Pane(hashes[i], ends[i], Math.max(opened[i], first), partition));
            }
        }
        return Panes.of(sample, halvings);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(halvings);
        out.writeInt(panes);
        for (int i = 0; i < hashes.length; i++) {
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
