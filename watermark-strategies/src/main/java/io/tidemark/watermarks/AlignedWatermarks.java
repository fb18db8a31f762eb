package io.tidemark.watermarks;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkAlignmentParams;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * A watermark strategy whose partitions wait for each other: none is read further than a drift
 * ahead of the slowest one of its group, so that a backfill of partitions of different ages does
 * not pile up open windows.
 *
 * <p><b>Definition.</b> Times and watermarks are those of the wrapped strategy. Every {@code
 * updateInterval} Flink takes the lowest watermark of all sources in the group, adds {@code
 * maxDrift}, and stops reading each partition whose watermark lies above that until the others have
 * come up. It does what Flink's {@code withWatermarkAlignment} does, but refuses settings that
 * cannot work; generators of the wrapped strategy stay as they are, and the other wrapping
 * strategies here keep the alignment of what they wrap.
 *
 * <p><b>Worst case.</b> Between two updates a fast partition runs ahead by all that it can read in
 * an interval. Nothing is lost and no verdict changes: alignment decides when an event is read,
 * never what it is.
 *
 * <p><b>Idleness.</b> A partition without events holds the whole group still: nothing of the group
 * is read that lies more than {@code maxDrift} ahead of its last watermark, or nothing beyond the
 * first events at all if it never had one. A stopped partition waits, and Flink stops its clock of
 * idleness meanwhile. So an aligned group needs something that lets idle partitions go: {@code
 * withIdleness} sets one aside until it wakes (then it may be behind by any amount, and the others
 * wait for it); {@link IdleAdvancingWatermarks} lets it go on for a bounded time, after which the
 * group stands. A group all of whose sources are idle is not held. <b>Backpressure</b> on one
 * source holds the others of the group at the drift: that is what alignment is for. <b>Restore.</b>
 * Nothing is kept; the drift holds again after the first update.
 *
 * <p>Cost: nothing an event; a message from each subtask and one to it every {@code
 * updateInterval}. It works for sources that can pause partitions, as Kafka's; it does not with
 * speculative execution. A Kafka source that is <em>bounded</em> should not be aligned: its reader
 * (connector 5.0.0) fails the job if it is told to stop a partition that has just come to its end
 * (FLINK-39728).
 *
 * @param <T> the type of the events
 */
public final class AlignedWatermarks<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final WatermarkStrategy<T> wrapped;
    private final String group;
    private final long maxDriftMillis;
    private final long updateIntervalMillis;

    private AlignedWatermarks(
            WatermarkStrategy<T> wrapped,
            String group,
            long maxDriftMillis,
            long updateIntervalMillis) {
        this.wrapped = wrapped;
        this.group = group;
        this.maxDriftMillis = maxDriftMillis;
        this.updateIntervalMillis = updateIntervalMillis;
    }

    /**
     * A strategy whose partitions wait for those of its group.
     *
     * @param group the name that all sources which wait for each other give
     * @param maxDrift how far ahead of the slowest partition is read, at least 1 ms
     * @param updateInterval how often the partitions compare, at least 1 ms; a second is usual
     * @throws IllegalArgumentException if the group has no name, a duration is below 1 ms or above
     *     292 million years, or the strategy is aligned already
     */
    public static <T> AlignedWatermarks<T> of(
            WatermarkStrategy<T> strategy,
            String group,
            Duration maxDrift,
            Duration updateInterval) {
        if (group.isBlank()) {
            throw new IllegalArgumentException(
                    "group=\""
                            + group
                            + "\" is no name: give the one that all sources which wait for each other share");
        }
        WatermarkAlignmentParams present = strategy.getAlignmentParameters();
        if (present.isEnabled()) {
            throw new IllegalArgumentException(
                    "group="
                            + group
                            + ": the strategy is aligned already, in the group "
                            + present.getWatermarkGroup()
                            + ", and Flink knows one group a source: align it once");
        }
        return new AlignedWatermarks<>(
                strategy,
                group,
                checkedMillis("maxDrift", maxDrift, "no partition could go on before all had"),
                checkedMillis("updateInterval", updateInterval, "Flink has no finer timer"));
    }

    private static long checkedMillis(String name, Duration duration, String reason) {
        if (duration.compareTo(Duration.ofMillis(1)) < 0
                || duration.compareTo(Duration.ofMillis(Long.MAX_VALUE)) >= 0) {
            throw new IllegalArgumentException(
                    name + "=" + duration + " cannot work, " + reason + ": give 1 ms or more");
        }
        return duration.toMillis();
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return wrapped.createTimestampAssigner(context);
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return wrapped.createWatermarkGenerator(context);
    }

    @Override
    public WatermarkAlignmentParams getAlignmentParameters() {
        return new WatermarkAlignmentParams(maxDriftMillis, group, updateIntervalMillis);
    }

    @Override
    public String toString() {
        return wrapped + ", at most " + maxDriftMillis + " ms ahead of the group " + group;
    }
}
