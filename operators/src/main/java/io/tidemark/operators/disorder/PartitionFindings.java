package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What was found out about one partition, for a comparison between partitions. */
public final class PartitionFindings {

    private final int partition;
    private final long events;
    private final long lagP99;
    private final long disorderP99;
    private final long[] behind;
    private final long[] lost;
    private final ProgressJumps.Overshoot overshoot;
    private final List<ProgressPoint> points;
    private final int doublings;

    private PartitionFindings(
            int partition,
            long events,
            long lagP99,
            long disorderP99,
            long[] behind,
            long[] lost,
            ProgressJumps.Overshoot overshoot,
            List<ProgressPoint> points,
            int doublings) {
        this.partition = partition;
        this.events = events;
        this.lagP99 = lagP99;
        this.disorderP99 = disorderP99;
        this.behind = behind;
        this.lost = lost;
        this.overshoot = overshoot;
        this.points = List.copyOf(points);
        this.doublings = doublings;
    }

    static PartitionFindings of(
            int partition,
            Tallies tallies,
            ProgressJumps.Overshoot overshoot,
            List<ProgressPoint> points,
            int doublings) {
        return new PartitionFindings(
                partition,
                tallies.events,
                tallies.lag.quantile(0.99),
                tallies.disorder.quantile(0.99),
                tallies.behind.totals(),
                tallies.lost[0].totals(),
                overshoot,
                points,
                doublings);
    }

    /** The number of the partition. */
    public int partition() {
        return partition;
    }

    /** How many events it had. */
    public long events() {
        return events;
    }

    /** The lag that 99% of its events do not exceed, milliseconds; 0 without an arrival clock. */
    public long lagP99() {
        return lagP99;
    }

    /** The disorder that 99% of its events do not exceed, milliseconds. */
    public long disorderP99() {
        return disorderP99;
    }

    /** How many of its events the delay at an index of the grid leaves behind the watermark. */
    public long behind(int delay) {
        return behind[delay];
    }

    /** How many of its events the first window loses at the delay at an index of the grid. */
    public long lost(int delay) {
        return lost[delay];
    }

    /** By how much its progress jumped over moments. */
    ProgressJumps.Overshoot overshoot() {
        return overshoot;
    }

    /**
     * Its progress, in the order of arrival: the first one, and what it was at the end of each
     * stretch of arrival in which it moved; empty if it had none.
     */
    List<ProgressPoint> points() {
        return points;
    }

    /** The length of these stretches as a power of two; 0 if there is a point for each move. */
    int doublings() {
        return doublings;
    }

    /** The same with so many points at most and the first one: with longer stretches. */
    PartitionFindings thinned(int most) {
        int longer = doublings;
        List<ProgressPoint> kept = points;
        while (kept.size() > most + 1) {
            longer++;
            kept = endsOfStretches(kept, longer);
        }
        return longer == doublings
                ? this
                : new PartitionFindings(
                        partition,
                        events,
                        lagP99,
                        disorderP99,
                        behind,
                        lost,
                        overshoot,
                        kept,
                        longer);
    }

    private static List<ProgressPoint> endsOfStretches(List<ProgressPoint> points, int doublings) {
        List<ProgressPoint> ends = new ArrayList<>();
        ends.add(points.get(0));
        for (int i = 1; i < points.size(); i++) {
            boolean isLast =
                    i == points.size() - 1
                            || points.get(i).arrival() >> doublings
                                    != points.get(i + 1).arrival() >> doublings;
            if (isLast) {
                ends.add(points.get(i));
            }
        }
        return ends;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(partition);
        out.writeLong(events);
        out.writeLong(lagP99);
        out.writeLong(disorderP99);
        for (int i = 0; i < behind.length; i++) {
            out.writeLong(behind[i]);
            out.writeLong(lost[i]);
        }
        overshoot.write(out);
        out.writeByte(doublings);
        out.writeInt(points.size());
        for (ProgressPoint point : points) {
            out.writeLong(point.arrival());
            out.writeLong(point.progress());
        }
    }

    static PartitionFindings read(DataInput in, int delays) throws IOException {
        int partition = in.readInt();
        long events = in.readLong();
        long lagP99 = in.readLong();
        long disorderP99 = in.readLong();
        long[] behind = new long[delays];
        long[] lost = new long[delays];
        for (int i = 0; i < delays; i++) {
            behind[i] = in.readLong();
            lost[i] = in.readLong();
        }
        ProgressJumps.Overshoot overshoot = ProgressJumps.Overshoot.read(in);
        int doublings = in.readByte();
        int size = in.readInt();
        List<ProgressPoint> points = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            points.add(new ProgressPoint(in.readLong(), in.readLong()));
        }
        return new PartitionFindings(
                partition, events, lagP99, disorderP99, behind, lost, overshoot, points, doublings);
    }
}
