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
 * happens; one addition an event.
 */
final class SlidingDelays {

    private static final int SLICES = 20;
    private static final int SLICES_OF_QUARTER = 5;
    private static final int SLICES_OF_TENTH = 2;

    private final int eventsInSlice;
    private final DelayHistogram[] slices = new DelayHistogram[SLICES];

    // What the horizons hold but the newest slice.
    private final DelayHistogram tenth = new DelayHistogram();
    private final DelayHistogram quarter = new DelayHistogram();
    private final DelayHistogram whole = new DelayHistogram();

    /** The place of the slice that is being filled. */
    private int newestPlace;

    private DelayHistogram newest;

    SlidingDelays(int horizonEvents) {
        this.eventsInSlice = Math.max(1, horizonEvents / SLICES);
        Arrays.setAll(slices, slice -> new DelayHistogram());
        this.newest = slices[0];
    }

    void add(long neededMillis) {
        if (newest.total() >= eventsInSlice) {
            beginSlice();
        }
        newest.add(neededMillis);
    }

    private void beginSlice() {
        tenth.add(newest);
        quarter.add(newest);
        whole.add(newest);
        newestPlace = (newestPlace + 1) % SLICES;
        tenth.subtract(slices[before(SLICES_OF_TENTH)]);
        quarter.subtract(slices[before(SLICES_OF_QUARTER)]);
        newest = slices[newestPlace];
        whole.subtract(newest);
        newest.clear();
    }

    private int before(int slicesBack) {
        return (newestPlace - slicesBack + SLICES) % SLICES;
    }

    /** How many events the whole horizon holds. */
    long events() {
        return whole.total() + newest.total();
    }

    /**
     * The delay that all but the given share of events would have found long enough: the median of
     * what the three horizons say.
     *
     * <p>A burst shorter than the quarter cannot move it alone, nor can a past that the last
     * quarter does not bear out hold it.
     */
    long neededByAllBut(double share) {
        long ofTenth = neededByAllBut(share, tenth);
        long ofQuarter = neededByAllBut(share, quarter);
        long ofWhole = neededByAllBut(share, whole);
        return Math.max(
                Math.min(ofTenth, ofQuarter), Math.min(Math.max(ofTenth, ofQuarter), ofWhole));
    }

    private long neededByAllBut(double share, DelayHistogram closed) {
        long events = closed.total() + newest.total();
        return closed.exceededByAtMost((long) (share * events), newest);
    }

    void write(DataOutputView out) throws IOException {
        out.writeInt(newestPlace);
        for (DelayHistogram slice : slices) {
            slice.write(out);
        }
    }

    /**
     * Goes on from what {@link #write} wrote, also with another horizon: slices of another size
     * stay as they are until they leave the ring.
     */
    void read(DataInputView in) throws IOException {
        newestPlace = in.readInt();
        newest = slices[newestPlace];
        tenth.clear();
        quarter.clear();
        whole.clear();
        for (DelayHistogram slice : slices) {
            slice.read(in);
        }
        for (int back = 1; back < SLICES; back++) {
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
