package io.tidemark.operators.disorder;

/** The product-limit estimate of {@link RightTruncation}, as good as one quantile needs it. */
final class LifeTable {

    /** Below that share of a cohort seen, its size is a guess. */
    private static final double LEAST_SEEN = 0.05;

    /** Lower quantiles stand on the same table as this one. */
    private static final double LEAST_WANTED = 0.95;

    /**
     * How wrong by chance what a quantile leaves over may be, relative to itself: as little as will
     * do, for a longer table shows more of the tail but hangs on fewer events.
     */
    private static final double[] TOLERANCES = {0.15, 0.3};

    /** How many times as many events must be at risk as a quantile leaves over. */
    private static final double ENOUGH = 10;

    /** At most that part of a doubling's share is taken to lie in the next one. */
    private static final double HEAVIEST = 0.8;

    private final Quantities ages;
    private final double wanted;

    /** For each bucket the share of events that take no longer than it; 1 from the top on. */
    private final double[] shares;

    private final int top;

    private LifeTable(Quantities ages, double wanted, double[] shares, int top) {
        this.ages = ages;
        this.wanted = wanted;
        this.shares = shares;
        this.top = top;
    }

    static LifeTable of(Quantities taken, Quantities ages, double wanted) {
        LifeTable table = of(taken, ages, wanted, TOLERANCES[0]);
        for (int i = 1; i < TOLERANCES.length && !table.tells(); i++) {
            table = of(taken, ages, wanted, TOLERANCES[i]);
        }
        return table;
    }

    private static LifeTable of(
            Quantities taken, Quantities ages, double wanted, double tolerance) {
        int buckets = Math.max(taken.buckets(), ages.buckets());
        long[] atRisk = new long[buckets];
        long took = 0;
        long younger = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            took += taken.countOf(bucket);
            atRisk[bucket] = took - younger;
            younger += ages.countOf(bucket);
        }
        int top = trusted(taken, atRisk, Math.max(LEAST_WANTED, wanted), tolerance);
        double[] shares = new double[top + 1];
        double share = 1;
        for (int bucket = top; bucket >= 0; bucket--) {
            shares[bucket] = share;
            double leaving = (double) taken.countOf(bucket) / Math.max(1, atRisk[bucket]);
            share *= Math.max(0, 1 - leaving);
        }
        LifeTable table = new LifeTable(ages, wanted, shares, top);
        table.makeRoomFor(longer(taken, top));
        return table;
    }

    /**
     * The longest delay up to which chance does not spoil the quantile: enough events are at risk
     * at it, and by Greenwood's formula the error of what the quantile leaves over stays small.
     */
    private static int trusted(Quantities taken, long[] atRisk, double wanted, double tolerance) {
        double over = 1 - wanted;
        double enough = Math.min(ENOUGH / over, Math.max(30, taken.total() / 10.0));
        double allowed =
                Math.max(
                        Math.pow(tolerance * over, 2),
                        4 * wanted * over / Math.max(1, taken.total()));
        int from = taken.total() == 0 ? 0 : LeadingBits.bucketOf(taken.quantile(wanted));
        int top = -1;
        double variance = 0;
        for (int bucket = from; bucket < atRisk.length && variance <= allowed; bucket++) {
            if (atRisk[bucket] >= enough) {
                top = bucket;
            }
            double took = taken.countOf(bucket);
            variance += took / Math.max(1, atRisk[bucket]) / Math.max(1, atRisk[bucket] - took);
        }
        return top;
    }

    private static double longer(Quantities taken, int top) {
        long longer = 0;
        for (int bucket = top + 1; bucket < taken.buckets(); bucket++) {
            longer += taken.countOf(bucket);
        }
        return (double) longer / Math.max(1, taken.total());
    }

    /**
     * Leaves room for what takes longer than the top: what was seen of it (a wrong clock shows at
     * any age) or half of what may lie there, whichever is more. Half, for a tail that doubles on
     * is the heaviest there is, and that of an exponential law is much lighter.
     */
    private void makeRoomFor(double seen) {
        double room = top < 0 ? 0 : Math.min(1, Math.max(seen, beyond() / 2));
        for (int bucket = 0; bucket <= top; bucket++) {
            shares[bucket] *= 1 - room;
        }
    }

    double share(int bucket) {
        return bucket > top ? 1 : shares[bucket];
    }

    long quantile(double share) {
        int bucket = 0;
        while (bucket < top && shares[bucket] < share) {
            bucket++;
        }
        return LeadingBits.middleOf(bucket);
    }

    /** Whether what may lie beyond the top is a small part of what the quantile leaves over. */
    boolean tells() {
        return top >= 0 && shares[top] >= wanted && beyond() <= 0.3 * (1 - wanted);
    }

    /**
     * What may lie beyond the top if each doubling of the delay leaves over as the last one did.
     */
    private double beyond() {
        double half = shareUpTo(LeadingBits.lowestOf(top) / 2);
        double quarter = shareUpTo(LeadingBits.lowestOf(top) / 4);
        double last = shares[top] - half;
        double before = half - quarter;
        double ratio = before <= 0 ? HEAVIEST : Math.min(HEAVIEST, last / before);
        return last * ratio / (1 - ratio);
    }

    private double shareUpTo(long millis) {
        return share(LeadingBits.bucketOf(millis));
    }

    double unseen() {
        double unseen = 0;
        for (int bucket = 0; bucket < Math.min(top + 1, ages.buckets()); bucket++) {
            long seen = ages.countOf(bucket);
            unseen += seen * (1 / Math.max(LEAST_SEEN, shares[bucket]) - 1);
        }
        return unseen / (unseen + ages.total());
    }
}
