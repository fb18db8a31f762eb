package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How long the results of the windows of one size wait at each delay. */
final class PaneWaits {

    private final double[] waited;
    private final double[] results;

    PaneWaits(int delays) {
        waited = new double[delays];
        results = new double[delays];
    }

    void set(int delay, double waitedInAll, double resultsInAll) {
        waited[delay] = waitedInAll;
        results[delay] = resultsInAll;
    }

    /** Milliseconds from a window's end to its result; NaN where no window has closed. */
    double mean(int delay) {
        return waited[delay] / results[delay];
    }

    void write(DataOutput out) throws IOException {
        for (int i = 0; i < waited.length; i++) {
            out.writeDouble(waited[i]);
            out.writeDouble(results[i]);
        }
    }

    static PaneWaits read(DataInput in, int delays) throws IOException {
        PaneWaits read = new PaneWaits(delays);
        for (int i = 0; i < delays; i++) {
            read.set(i, in.readDouble(), in.readDouble());
        }
        return read;
    }
}
