package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What one strategy made of the events of one or several partitions.
 *
 * @param events how many events it judged
 * @param behind how many lay at or before its watermark when they came
 * @param lost for each window, how many came after it had closed
 * @param marked after how many events it had a watermark
 * @param waitSum how far it trailed the highest credible event time, milliseconds, summed over all
 *     events; an event after which it had no watermark yet counts the time since the first of its
 *     partition, so that a strategy does not seem quick by having none
 * @param seriesTimes how far event time had come, epoch milliseconds, of the largest partition
 * @param seriesDelays how far the watermark trailed then, milliseconds
 */
public record TrialFindings(
        long events,
        long behind,
        long[] lost,
        long marked,
        double waitSum,
        List<Long> seriesTimes,
        List<Long> seriesDelays) {

    static TrialFindings none(int windows) {
        return new TrialFindings(0, 0, new long[windows], 0, 0, List.of(), List.of());
    }

    /** How far the watermark trailed, mean milliseconds over all events; 0 if there are none. */
    public double meanWait() {
        return events == 0 ? 0 : waitSum / events;
    }

    /** After how many events it had no watermark yet. */
    public long unmarked() {
        return events - marked;
    }

    TrialFindings with(TrialFindings other) {
        long[] both = lost.clone();
        for (int window = 0; window < both.length; window++) {
            both[window] += other.lost[window];
        }
        TrialFindings larger = other.events > events ? other : this;
        return new TrialFindings(
                events + other.events,
                behind + other.behind,
                both,
                marked + other.marked,
                waitSum + other.waitSum,
                larger.seriesTimes,
                larger.seriesDelays);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(events);
        out.writeLong(behind);
        out.writeInt(lost.length);
        for (long lostToWindow : lost) {
            out.writeLong(lostToWindow);
        }
        out.writeLong(marked);
        out.writeDouble(waitSum);
        out.writeInt(seriesTimes.size());
        for (int i = 0; i < seriesTimes.size(); i++) {
            out.writeLong(seriesTimes.get(i));
            out.writeLong(seriesDelays.get(i));
        }
    }

    static TrialFindings read(DataInput in) throws IOException {
        long events = in.readLong();
        long behind = in.readLong();
        long[] lost = new long[in.readInt()];
        for (int window = 0; window < lost.length; window++) {
            lost[window] = in.readLong();
        }
        long marked = in.readLong();
        double waitSum = in.readDouble();
        int points = in.readInt();
        List<Long> times = new ArrayList<>(points);
        List<Long> delays = new ArrayList<>(points);
        for (int i = 0; i < points; i++) {
            times.add(in.readLong());
            delays.add(in.readLong());
        }
        return new TrialFindings(events, behind, lost, marked, waitSum, times, delays);
    }
}
