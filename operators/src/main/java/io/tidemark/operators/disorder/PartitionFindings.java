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
    private final List<ProgressPoint> points;
    private final boolean whole;

    private PartitionFindings(
            int partition,
            long events,
            long lagP99,
            long disorderP99,
            long[] behind,
            long[] lost,
            List<ProgressPoint> points,
            boolean whole) {
        this.partition = partition;
        this.events = events;
        this.lagP99 = lagP99;
        this.disorderP99 = disorderP99;
        this.behind = behind;
        this.lost = lost;
        this.points = List.copyOf(points);
        this.whole = whole;
    }

    static PartitionFindings of(
            int partition, Tallies tallies, List<ProgressPoint> points, boolean whole) {
        return new PartitionFindings(
                partition,
                tallies.events,
                tallies.lag.quantile(0.99),
                tallies.disorder.quantile(0.99),
                tallies.behind.totals(),
                tallies.lost[0].totals(),
                points,
                whole);
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

    /** Its progress, in the order of arrival; the last point is where it stood at the end. */
    List<ProgressPoint> points() {
        return points;
    }

    /** Whether there is a point for each event. */
    boolean isWhole() {
        return whole;
    }

    /** The same with at most so many points and the last one, evenly thinned by halving. */
    PartitionFindings thinned(int most) {
        int stride = 1;
        while ((points.size() - 2) / stride >= most) {
            stride *= 2;
        }
        if (stride == 1) {
            return this;
        }
        List<ProgressPoint> kept = new ArrayList<>();
        for (int i = 0; i < points.size() - 1; i += stride) {
            kept.add(points.get(i));
        }
        kept.add(points.get(points.size() - 1));
        return new PartitionFindings(
                partition, events, lagP99, disorderP99, behind, lost, kept, false);
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
        out.writeBoolean(whole);
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
        boolean whole = in.readBoolean();
        int size = in.readInt();
        List<ProgressPoint> points = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            points.add(new ProgressPoint(in.readLong(), in.readLong()));
        }
        return new PartitionFindings(
                partition, events, lagP99, disorderP99, behind, lost, points, whole);
    }
}
