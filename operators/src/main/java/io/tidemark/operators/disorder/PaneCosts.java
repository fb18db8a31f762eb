package io.tidemark.operators.disorder;

/** What the windows of one size cost at each delay. */
final class PaneCosts {

    private final double[] open;
    private final double[] waits;
    private final double[] held;

    PaneCosts(int delays) {
        open = new double[delays];
        waits = new double[delays];
        held = new double[delays];
    }

    void set(int delay, double meanOpen, double meanWait, double meanHeld) {
        open[delay] = meanOpen;
        waits[delay] = meanWait;
        held[delay] = meanHeld;
    }

    /** How many panes are open, mean over event time. */
    double meanOpen(int delay) {
        return open[delay];
    }

    /** Milliseconds from a window's end to its result; NaN where no window has closed. */
    double meanWait(int delay) {
        return waits[delay];
    }

    /** How many of them passed only because a slower partition was awaited. */
    double meanHeld(int delay) {
        return held[delay];
    }
}
