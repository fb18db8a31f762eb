package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What the windows of one size cost at each delay: how many are open and how long results wait. */
final class PaneCosts {

    private final double[] open;
    private final double[] waited;
    private final double[] results;

    PaneCosts(int delays) {
        open = new double[delays];
        waited = new double[delays];
        results = new double[delays];
    }

    void set(int delay, double meanOpen, double waitedInAll, double resultsInAll) {
        open[delay] = meanOpen;
        waited[delay] = waitedInAll;
        results[delay] = resultsInAll;
    }

    double meanOpen(int delay) {
        return open[delay];
    }

    /** Milliseconds from a window's end to its result; NaN where no window has closed. */
    double meanWait(int delay) {
        return waited[delay] / results[delay];
    }

    void merge(PaneCosts other) {
        for (int i = 0; i < open.length; i++) {
            open[i] += other.open[i];
            waited[i] += other.waited[i];
            results[i] += other.results[i];
        }
    }

    void write(DataOutput out) throws IOException {
        for (int i = 0; i < open.length; i++) {
            out.writeDouble(open[i]);
            out.writeDouble(waited[i]);
            out.writeDouble(results[i]);
        }
    }

    void read(DataInput in) throws IOException {
        for (int i = 0; i < open.length; i++) {
            set(i, in.readDouble(), in.readDouble(), in.readDouble());
        }
    }
}
