package io.tidemark.operators.disorder;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How long events really take, although the longest have not arrived yet.
 *
 * <p>An event that happened a minute ago is seen only if it took less than a minute: what has
 * arrived by now is too quick, and the more so the more of it is recent. Seen from the end of time
 * this is a life table: among the events that took at most x and happened at least x ago, those
 * that took exactly x are the share that leaves at x. The product of what stays is the distribution
 * (Lynden-Bell 1971; Lagakos, Barraj and De Gruttola 1988, "Nonparametric analysis of truncated
 * survival data, with application to AIDS"), whatever the rate of the events was, for the rate at
 * which they happened cancels. It holds if how long an event takes does not depend on when it
 * happened. Only events that happened after the log began take part: of the others the quick ones
 * are missing.
 *
 * <p>No log can tell of delays longer than itself. Each quantile is estimated up to the delay that
 * enough events are old enough to show (ten times as many as it leaves over), and is given only if
 * what is left beyond, going on as the last two doublings of the delay did, is a small part of what
 * the quantile leaves over. Numbers are good to 0.8% beside chance.
 */
public final class RightTruncation {

    /** The method, for a report. */
    public static final String METHOD =
            "reverse-time hazard (Lagakos, Barraj and De Gruttola 1988)";

    private final Quantities all;
    private final Quantities taken;
    private final Quantities ages;

    private RightTruncation(Quantities all, Quantities taken, Quantities ages) {
        this.all = all;
        this.taken = taken;
        this.ages = ages;
    }

    /**
     * The estimate.
     *
     * @param all what all events took
     * @param taken what those took that happened after the log began
     * @param ages how long ago these happened, each at least as much as it took
     */
    static RightTruncation of(Quantities all, Quantities taken, Quantities ages) {
        return new RightTruncation(all, taken, ages);
    }

    /** What a share of the events that have arrived did not exceed, milliseconds. */
    public long naive(double share) {
        return all.quantile(share);
    }

    /**
     * What a share of all events does not exceed once they have all arrived, milliseconds; never
     * below the naive quantile. Empty if the log is too short to tell.
     */
    public OptionalLong corrected(double share) {
        LifeTable table = LifeTable.of(taken, ages, share);
        return table.tells()
                ? OptionalLong.of(Math.max(naive(share), table.quantile(share)))
                : OptionalLong.empty();
    }

    /**
     * Which share of all events takes longer than this, where an answer is wanted that is good for
     * a quantile; empty if the log is too short to tell.
     */
    OptionalDouble exceeding(long millis, double quantile) {
        LifeTable table = LifeTable.of(taken, ages, quantile);
        return table.tells()
                ? OptionalDouble.of(1 - table.share(LeadingBits.bucketOf(millis)))
                : OptionalDouble.empty();
    }

    /**
     * Which share of the events that have happened has not arrived yet, rather too low; empty if
     * the log is too short to tell.
     */
    public OptionalDouble unseenShare() {
        LifeTable table = LifeTable.of(taken, ages, 0.95);
        return table.tells() ? OptionalDouble.of(table.unseen()) : OptionalDouble.empty();
    }
}
