package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about the events of one or several partitions: for each delay what it loses
 * and what it costs.
 *
 * <p>Exact: the counts behind and lost, of out-of-order events, of events ahead, spans. To 0.4%:
 * quantiles of lag and disorder. Findings of several partitions add up, in any order. What is lost
 * hangs on each partition's own progress, as at a lateness gate; results wait for the slowest.
 */
public final class DelayFindings {

    private static final int PROGRESS_POINTS = 2_000;
    private static final int PROGRESS_POINTS_OF_ALL_PARTITIONS = 32_768;

    private final StudyPlan plan;
    private final Tallies tallies;
    private final List<Panes> panes;
    private final Quantities lagAges;
    private final Quantities disorderAges;
    private List<PartitionFindings> partitions;

    /** Made of the others when somebody asks for it. */
    private @Nullable Together together;

    private DelayFindings(
            StudyPlan plan,
            Tallies tallies,
            List<Panes> panes,
            Quantities lagAges,
            Quantities disorderAges,
            List<PartitionFindings> partitions) {
        this.plan = plan;
        this.tallies = tallies;
        this.panes = panes;
        this.lagAges = lagAges;
        this.disorderAges = disorderAges;
        this.partitions = partitions;
    }

    static DelayFindings of(
            StudyPlan plan,
            Tallies tallies,
            List<Panes> panes,
            Quantities lagAges,
            Quantities disorderAges,
            PartitionFindings partition) {
        return new DelayFindings(plan, tallies, panes, lagAges, disorderAges, List.of(partition));
    }

    private static DelayFindings none(StudyPlan plan) {
        List<Panes> panes = new ArrayList<>();
        for (int window = 0; window < plan.windows().size(); window++) {
            panes.add(Panes.none());
        }
        return new DelayFindings(
                plan, new Tallies(plan), panes, new Quantities(), new Quantities(), List.of());
    }

    /** These findings and those of other partitions together; neither changes. */
    DelayFindings with(DelayFindings other) {
        DelayFindings both = none(plan);
        both.merge(this);
        both.merge(other);
        return both;
    }

    /**
     * Takes in the findings of other partitions.
     *
     * @throws IllegalArgumentException if they come from another plan or share a partition
     */
    public void merge(DelayFindings other) {
        if (plan.fingerprint() != other.plan.fingerprint()) {
            throw new IllegalArgumentException(
                    "plan="
                            + other.plan
                            + " differs from "
                            + plan
                            + ": only findings with the same delays, windows and arrival clock add up");
        }
        List<PartitionFindings> both = new ArrayList<>(partitions);
        for (PartitionFindings one : other.partitions) {
            if (both.stream().anyMatch(mine -> mine.partition() == one.partition())) {
                throw new IllegalArgumentException(
                        "partition="
                                + one.partition()
                                + " is in both findings: its events would count twice");
            }
            both.add(one);
        }
        int most = Math.max(32, PROGRESS_POINTS_OF_ALL_PARTITIONS / both.size());
        partitions =
                both.stream()
                        .map(one -> one.thinned(most))
                        .sorted(Comparator.comparingInt(PartitionFindings::partition))
                        .toList();
        tallies.merge(other.tallies);
        for (int window = 0; window < panes.size(); window++) {
            panes.set(window, panes.get(window).with(other.panes.get(window)));
        }
        together = null;
        lagAges.merge(other.lagAges);
        disorderAges.merge(other.disorderAges);
    }

    /** What was counted. */
    public StudyPlan plan() {
        return plan;
    }

    /** How many events were studied. */
    public long events() {
        return tallies.events;
    }

    /** How many of them are ahead, so that they did not move the progress. */
    public long ahead() {
        return tallies.ahead;
    }

    /**
     * How many of them came before there was any progress, themselves included: no bounded strategy
     * has a watermark then.
     */
    public long beforeProgress() {
        return tallies.beforeProgress;
    }

    /** How many of them are stamped after their arrival. */
    public long negativeLags() {
        return tallies.negativeLags;
    }

    /** How many of them are older than the progress that they met. */
    public long outOfOrder() {
        return tallies.outOfOrder;
    }

    /** By how much the event furthest ahead of its arrival is, milliseconds; 0 if none is. */
    public long furthestAhead() {
        return tallies.furthestAhead;
    }

    /** The earliest event time; {@code Long.MAX_VALUE} if there are no events. */
    public long firstEvent() {
        return tallies.firstEvent;
    }

    /** The latest event time; {@code Long.MIN_VALUE} if there are no events. */
    public long lastEvent() {
        return tallies.lastEvent;
    }

    /** The earliest arrival; {@code Long.MAX_VALUE} if there are no events. */
    public long firstArrival() {
        return tallies.firstArrival;
    }

    /** The latest arrival; {@code Long.MIN_VALUE} if there are no events. */
    public long lastArrival() {
        return tallies.lastArrival;
    }

    /**
     * The lag that this share of events does not exceed, milliseconds; negative lags count as 0.
     */
    public long lag(double share) {
        return tallies.lag.quantile(share);
    }

    /** The disorder that this share of events does not exceed, milliseconds. */
    public long disorder(double share) {
        return tallies.disorder.quantile(share);
    }

    /** For each delay how many events are behind its watermark; a copy. */
    public long[] behind() {
        return tallies.behind.totals();
    }

    /** For each delay how many events the window loses; a copy. */
    public long[] lost(int window) {
        return tallies.lost[window].totals();
    }

    /**
     * How long a result of the window waits for the watermark of a delay after the window's end,
     * mean milliseconds of event time over results: the delay, what the step adds, what passes
     * until an event comes that moves the watermark so far, and {@link #meanHeld}. NaN where no
     * window closed.
     */
    public double meanWait(int window, int delay) {
        return together().costs().get(window).meanWait(delay);
    }

    /**
     * How much of that passes because windows wait for the slowest partition, mean milliseconds; 0
     * with one partition, and NaN where no window closed.
     */
    public double meanHeld(int window, int delay) {
        return together().costs().get(window).meanHeld(delay);
    }

    /** How many panes (a key in a window) are open, mean over event time. */
    public double meanOpen(int window, int delay) {
        return together().costs().get(window).meanOpen(delay);
    }

    /** The progress of all partitions as one. */
    JoinedProgress joined() {
        return together().joined();
    }

    /**
     * What hangs on how far partitions lie apart.
     *
     * @param joined their progress as one
     * @param costs for each window what it costs
     */
    private record Together(JoinedProgress joined, List<PaneCosts> costs) {}

    private Together together() {
        Together known = together;
        if (known == null) {
            JoinedProgress joined = JoinedProgress.of(partitions);
            known =
                    new Together(
                            joined,
                            panes.stream().map(one -> one.costs(plan.delays(), joined)).toList());
            together = known;
        }
        return known;
    }

    /** A uniform sample of at most so many events, and of at most 6,000; without their keys. */
    public List<SampledEvent> dots(int most) {
        List<SampledEvent> dots = tallies.dots.events();
        return List.copyOf(dots.subList(0, Math.min(most, dots.size())));
    }

    /** Each partition on its own, by its number. */
    public List<PartitionFindings> partitions() {
        return partitions;
    }

    /**
     * At most 2,000 points of the progress, neither number ever less than before. Of several
     * partitions it is the one furthest behind of those that have begun.
     */
    public List<ProgressPoint> progress() {
        return joined().points(PROGRESS_POINTS);
    }

    /** Whether {@link #progress} is all of it; else moments between its points are unknown. */
    public boolean progressIsWhole() {
        return partitions.stream().allMatch(one -> one.doublings() == 0)
                && joined().size() <= PROGRESS_POINTS;
    }

    /**
     * By how much the arrival of this share of events, at most, lies before the latest one above
     * them in the log, milliseconds: 0 where a log is in the order of arrival.
     */
    public long backwards(double share) {
        return tallies.backwards.quantile(share);
    }

    /** How many events arrived before one above them in the log. */
    public long arrivedBackwards() {
        return tallies.backwards.total() - tallies.backwards.countOf(0);
    }

    /**
     * The keys that the first window loses most events of at a delay, the worst first. Exact while
     * few events are late; else from 256 late events for each eight delays of the grid, see {@link
     * KeyLosses}. A key that is the worst but owns less than one in 256 of the late events may be
     * missing.
     */
    public List<KeyLosses> worstKeys(int delay, int most) {
        return tallies.keys.worst(delay, most);
    }

    /** The lag, corrected for what has not arrived yet. */
    public RightTruncation lagTruncation() {
        return RightTruncation.of(tallies.lag, tallies.cohortLag, lagAges);
    }

    /** The disorder, corrected for what has not arrived yet. */
    public RightTruncation disorderTruncation() {
        return RightTruncation.of(tallies.disorder, tallies.cohortDisorder, disorderAges);
    }

    /** What follows: how long to wait, and what to beware of. */
    public Recommendation recommend(double completeness) {
        return Recommendation.of(this, completeness);
    }

    Tallies tallies() {
        return tallies;
    }

    /**
     * Writes everything.
     *
     * @throws IOException if the output does
     */
    public void write(DataOutput out) throws IOException {
        Written.begin(out, plan);
        tallies.write(out);
        for (Panes ofWindow : panes) {
            ofWindow.write(out);
        }
        lagAges.write(out);
        disorderAges.write(out);
        out.writeInt(partitions.size());
        for (PartitionFindings partition : partitions) {
            partition.write(out);
        }
    }

    /**
     * The findings that were written.
     *
     * @param plan the plan they were written with
     * @throws IOException if the input does, or if they come from other delays or windows
     */
    public static DelayFindings read(DataInput in, StudyPlan plan) throws IOException {
        Written.check(in, plan);
        Tallies tallies = Tallies.read(in, plan);
        List<Panes> panes = new ArrayList<>();
        for (int window = 0; window < plan.windows().size(); window++) {
            panes.add(Panes.read(in));
        }
        Quantities lagAges = Quantities.read(in);
        Quantities disorderAges = Quantities.read(in);
        List<PartitionFindings> partitions = new ArrayList<>();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            partitions.add(PartitionFindings.read(in, plan.delays().size()));
        }
        return new DelayFindings(
                plan, tallies, panes, lagAges, disorderAges, List.copyOf(partitions));
    }
}
