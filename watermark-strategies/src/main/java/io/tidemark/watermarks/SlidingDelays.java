package io.tidemark.watermarks;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The delays that the latest events of a partition would have needed, over three nested horizons:
 * the whole one, its latest quarter, and its latest tenth.
 *
 * <p>The horizon is a ring of twenty slices of equally many events. The whole covers the latest
 * nineteen to twenty of them, the quarter four to five, the tenth one to two. 170 kB whatever
 * happens; three additions an event.
 */
final class SlidingDelays {

    private static final int SLICES = 20;
    private static final int SLICES_OF_QUARTER = 5;
    private static final int SLICES_OF_TENTH = 2;

    private final int eventsInSlice;
    private final DelayHistogram[] slices = new DelayHistogram[SLICES];
    private final DelayHistogram quarter = new DelayHistogram();
    private final DelayHistogram whole = new DelayHistogram();
    private final DelayHistogram tenth = new DelayHistogram();

    /** The slice that is being filled. */
    private int newest;

    SlidingDelays(int horizonEvents) {
        this.eventsInSlice = Math.max(1, horizonEvents / SLICES);
        Arrays.setAll(slices, slice -> new DelayHistogram());
    }

    void add(long neededMillis) {
        if (slices[newest].total() >= eventsInSlice) {
            beginSlice();
        }
        slices[newest].add(neededMillis);
        tenth.add(neededMillis);
        quarter.add(neededMillis);
        whole.add(neededMillis);
    }

    private void beginSlice() {
        newest = (newest + 1) % SLICES;
        tenth.subtract(slices[before(SLICES_OF_TENTH)]);
        quarter.subtract(slices[before(SLICES_OF_QUARTER)]);
        whole.subtract(slices[newest]);
        slices[newest].clear();
    }

    private int before(int slicesBack) {
        return (newest - slicesBack + SLICES) % SLICES;
    }

    /** How many events the whole horizon holds. */
    long events() {
        return whole.total();
    }

    /**
     * The delay that all but the given share of events would have found long enough: the median of
     * what the three horizons say.
     *
     * <p>A burst shorter than the quarter cannot move it alone, nor can a past that the last
     * quarter does not bear out hold it.
     */
    long neededByAllBut(double share) {
        long ofTenth = tenth.exceededByAtMost((long) (share * tenth.total()));
        long ofQuarter = quarter.exceededByAtMost((long) (share * quarter.total()));
        long ofWhole = whole.exceededByAtMost((long) (share * whole.total()));
        return Math.max(
                Math.min(ofTenth, ofQuarter), Math.min(Math.max(ofTenth, ofQuarter), ofWhole));
    }

    void write(DataOutputView out) throws IOException {
        out.writeInt(newest);
        for (DelayHistogram slice : slices) {
            slice.write(out);
        }
    }

    /**
     * Goes on from what {@link #write} wrote, also with another horizon: slices of another size
     * stay as they are until they leave the ring.
     */
    void read(DataInputView in) throws IOException {
        newest = in.readInt();
        tenth.clear();
        quarter.clear();
        whole.clear();
        for (DelayHistogram slice : slices) {
            slice.read(in);
        }
        for (int back = 0; back < SLICES; back++) {
            DelayHistogram slice = slices[before(back)];
            whole.add(slice);
            if (back < SLICES_OF_QUARTER) {
                quarter.add(slice);
            }
            if (back < SLICES_OF_TENTH) {
                tenth.add(slice);
            }
        }
    }
}
