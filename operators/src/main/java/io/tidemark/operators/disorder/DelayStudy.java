package io.tidemark.operators.disorder;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The study of one partition: takes its events in the order of their arrival and counts what every
 * delay of the plan would have lost.
 *
 * <p>The watermark of a delay D before an event is {@code floor((max - D) / step) * step - 1},
 * where {@code max} is the highest credible time of the events before it. The event is
 * <em>behind</em> if its time is at or before that, and a window <em>loses</em> it if the window's
 * last millisecond is. Both are counted exactly for each delay in one pass. What else is found out,
 * and how well, {@link DelayFindings} states.
 *
 * <p>Memory is constant, one to three megabytes, up to five with three windows; an event costs a
 * few hash probes. Not thread-safe.
 */
public final class DelayStudy {

    /** Times are taken in (-LIMIT, LIMIT): room enough for nanoseconds, and no difference wraps. */
    public static final long LIMIT = 1L << 61;

    private static final long NO_PROGRESS = Long.MIN_VALUE;

    private final StudyPlan plan;
    private final int partition;
    private final long seed;

    private Tallies tallies;
    private final PaneSample[] panes;
    private ProgressJumps jumps = new ProgressJumps();
    private ProgressCurve curve = new ProgressCurve();
    private AgedCounts sinceArrival = new AgedCounts();
    private AgedCounts sinceProgress = new AgedCounts();

    private final ProgressRule.Belief belief;
    private long progress = NO_PROGRESS;
    private long firstProgress = NO_PROGRESS;
    private long firstArrival;

    /** For each window where the event at hand is kept; here so that none is allocated. */
    private final int[] keptAt;

    private DelayStudy(StudyPlan plan, int partition) {
        this.plan = plan;
        this.partition = partition;
        this.seed = Hashing.mix(partition);
        this.belief = plan.guard().begin();
        this.tallies = new Tallies(plan);
        this.keptAt = new int[plan.windows().size()];
        this.panes = new PaneSample[keptAt.length];
        for (int window = 0; window < panes.length; window++) {
            panes[window] = new PaneSample(plan.windows().get(window).toMillis());
        }
    }

    /** A study that has seen nothing yet. */
    public static DelayStudy of(StudyPlan plan, int partition) {
        return new DelayStudy(plan, partition);
    }

    /**
     * Takes the next event of the partition.
     *
     * @param eventTime when it happened, epoch milliseconds
     * @param arrival when it arrived, epoch milliseconds, or its row number
     * @param key what windows are kept by, null if by nothing
     * @throws IllegalArgumentException if a time is not within {@link #LIMIT}
     */
    public void add(long eventTime, long arrival, @Nullable String key) {
        check("event time", eventTime);
        check("arrival", arrival);
        long keyHash = Hashing.ofKey(key);
        long priority = Hashing.mix(seed + tallies.events);
        if (tallies.events++ == 0) {
            firstArrival = arrival;
        }
        tallies.arrive(arrival);
        tallies.span(eventTime, arrival);
        long disorder = progress == NO_PROGRESS ? 0 : Math.max(0, progress - eventTime);
        int okAt = disorder == 0 ? 0 : tallies.behind.add(progress, eventTime);
        judgeWindows(eventTime);
        measure(eventTime, arrival, disorder);
        advance(eventTime, arrival);
        for (int window = 0; window < panes.length; window++) {
            long end = panes[window].endOf(eventTime);
            panes[window].open(Hashing.ofPane(keyHash, end), end, progress);
        }
        if (key != null) {
            tallies.keys.count(keyHash);
        }
        boolean dot = tallies.dots.wants(priority);
        boolean late = key != null && okAt > 0 && tallies.keys.wants(okAt, priority);
        if (dot) {
            // Nobody asks a dot for its key, and thousands of keys would take up memory.
            tallies.dots.add(sampled(priority, eventTime, arrival, disorder, okAt, null));
        }
        if (late) {
            tallies.keys.add(sampled(priority, eventTime, arrival, disorder, okAt, key));
        }
    }

    private void judgeWindows(long eventTime) {
        for (int window = 0; window < panes.length; window++) {
            long last = panes[window].endOf(eventTime) - 1;
            keptAt[window] =
                    progress == NO_PROGRESS || progress <= last
                            ? 0
                            : tallies.lost[window].add(progress, last);
        }
    }

    private void measure(long eventTime, long arrival, long disorder) {
        tallies.disorder.add(disorder);
        if (disorder > 0) {
            tallies.outOfOrder++;
        }
        tallies.blocks.add(disorder);
        if (plan.arrivalClock()) {
            // The latest arrival and not the event's own, which may be in the same wrong unit.
            tallies.units.add(eventTime, tallies.lastArrival);
            tallies.lagOf(arrival - eventTime);
            if (eventTime >= firstArrival) {
                tallies.cohortLag.add(Math.max(0, arrival - eventTime));
                sinceArrival.add(eventTime, tallies.lastArrival);
            }
        } else if (progress != NO_PROGRESS) {
            tallies.units.add(eventTime, progress);
        }
        if (progress != NO_PROGRESS && eventTime >= firstProgress) {
            tallies.cohortDisorder.add(disorder);
            sinceProgress.add(eventTime, progress);
        }
    }

    private void advance(long eventTime, long arrival) {
        long after = belief.progressAfter(progress, eventTime, arrival);
        if (after < eventTime) {
            tallies.ahead++;
        }
        if (progress == NO_PROGRESS) {
            firstProgress = after;
        } else if (after > progress) {
            jumps.add(progress, after);
        }
        progress = after;
        if (progress == NO_PROGRESS) {
            tallies.beforeProgress++;
        } else {
            curve.add(tallies.lastArrival, progress);
        }
    }

    private SampledEvent sampled(
            long priority,
            long eventTime,
            long arrival,
            long disorder,
            int okAt,
            @Nullable String key) {
        List<Integer> kept = new ArrayList<>(keptAt.length);
        for (int index : keptAt) {
            kept.add(index);
        }
        long lag = plan.arrivalClock() ? arrival - eventTime : disorder;
        return new SampledEvent(
                priority, partition, eventTime, lag, disorder, okAt, List.copyOf(kept), key);
    }

    /** The highest credible event time so far, {@code Long.MIN_VALUE} if there is none. */
    long progress() {
        return progress;
    }

    /** The first of them; how far it has come since is how long windows may have been open. */
    long firstProgress() {
        return firstProgress;
    }

    /** How many events it has taken. */
    public long events() {
        return tallies.events;
    }

    /** What is known by now; later events do not change it. Costs a tenth of a second. */
    public DelayFindings findings() {
        Tallies copy = copyOfTallies();
        List<Panes> opened = new ArrayList<>();
        for (PaneSample ofWindow : panes) {
            opened.add(ofWindow.panes(partition, firstProgress));
        }
        List<ProgressPoint> points = curve.points();
        if (progress != NO_PROGRESS) {
            points.add(new ProgressPoint(copy.lastArrival, progress));
        }
        return DelayFindings.of(
                plan,
                copy,
                opened,
                sinceArrival.ages(copy.lastArrival),
                sinceProgress.ages(progress),
                PartitionFindings.of(
                        partition, copy, jumps.overshoot(), points, curve.doublings()));
    }

    private Tallies copyOfTallies() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            tallies.write(new DataOutputStream(bytes));
            return Tallies.read(
                    new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), plan);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes all that the study remembers, so that {@link #read} goes on from here.
     *
     * @throws IOException if the output does
     */
    public void write(DataOutput out) throws IOException {
        Written.begin(out, plan);
        out.writeInt(partition);
        tallies.write(out);
        for (PaneSample ofWindow : panes) {
            ofWindow.write(out);
        }
        jumps.write(out);
        curve.write(out);
        sinceArrival.write(out);
        sinceProgress.write(out);
        out.writeLong(progress);
        out.writeLong(firstProgress);
        out.writeLong(firstArrival);
        belief.write(out);
    }

    /**
     * The study that was written.
     *
     * @param plan the plan it was written with
     * @throws IOException if the input does, or if it was written with other delays or windows
     */
    public static DelayStudy read(DataInput in, StudyPlan plan) throws IOException {
        Written.check(in, plan);
        DelayStudy read = new DelayStudy(plan, in.readInt());
        read.tallies = Tallies.read(in, plan);
        for (PaneSample ofWindow : read.panes) {
            ofWindow.read(in);
        }
        read.jumps = ProgressJumps.read(in);
        read.curve = ProgressCurve.read(in);
        read.sinceArrival = AgedCounts.read(in);
        read.sinceProgress = AgedCounts.read(in);
        read.progress = in.readLong();
        read.firstProgress = in.readLong();
        read.firstArrival = in.readLong();
        read.belief.read(in);
        return read;
    }

    /** Whether a time is within {@link #LIMIT}. */
    static boolean takes(long time) {
        return time < LIMIT && time > -LIMIT;
    }

    private static void check(String what, long time) {
        if (!takes(time)) {
            throw new IllegalArgumentException(
                    what
                            + "="
                            + time
                            + " is no time in milliseconds, microseconds or nanoseconds: reject such"
                            + " events before they are studied");
        }
    }
}
