package io.tidemark.operators.disorder;

/** The product-limit estimate of {@link RightTruncation}, as good as one quantile needs it. */
final class LifeTable {

    /** Below that share of a cohort seen, its size is a guess. */
    private static final double LEAST_SEEN = 0.05;

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
        int buckets = Math.max(taken.buckets(), ages.buckets());
        long[] atRisk = new long[buckets];
        long took = 0;
        long younger = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            took += taken.countOf(bucket);
            atRisk[bucket] = took - younger;
            younger += ages.countOf(bucket);
        }
        int top = buckets - 1;
        double enough = Math.min(10 / (1 - wanted), Math.max(30, taken.total() / 10.0));
        while (top >= 0 && atRisk[top] < enough) {
            top--;
        }
        double[] shares = new double[top + 1];
        double share = top < 0 ? 0 : 1 - longer(taken, ages, top);
        for (int bucket = top; bucket >= 0; bucket--) {
            shares[bucket] = share;
            double leaving = (double) taken.countOf(bucket) / Math.max(1, atRisk[bucket]);
            share *= Math.max(0, 1 - leaving);
        }
        return new LifeTable(ages, wanted, shares, top);
    }

    /** Of the events that are old enough to have taken longer than the top, the share that did. */
    private static double longer(Quantities taken, Quantities ages, int top) {
        long longer = 0;
        for (int bucket = top + 1; bucket < taken.buckets(); bucket++) {
            longer += taken.countOf(bucket);
        }
        long older = 0;
        for (int bucket = top; bucket < ages.buckets(); bucket++) {
            older += ages.countOf(bucket);
        }
        return Math.min(1, (double) longer / Math.max(1, older));
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

    /**
     * Whether what may lie beyond the top is a small part of what the wanted quantile leaves over:
     * each doubling of the delay is taken to leave over the same part of what the one before did.
     */
    boolean tells() {
        if (top < 0 || shares[top] < wanted) {
            return false;
        }
        double last = shares[top] - shareUpTo(LeadingBits.lowestOf(top) / 2);
        double before =
                shareUpTo(LeadingBits.lowestOf(top) / 2) - shareUpTo(LeadingBits.lowestOf(top) / 4);
        double ratio = before <= 0 ? 1 : Math.min(1, last / before);
        double beyond = last <= 0 ? 0 : last * ratio / Math.max(1e-9, 1 - ratio);
        return beyond <= 0.3 * (1 - wanted);
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
