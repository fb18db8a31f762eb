package io.tidemark.operators.disorder;

/**
 * Tells whether durations come from two populations: on a scale of doublings two peaks at least
 * sixteenfold apart with a valley between them that holds less than a fifth of the lower peak.
 *
 * <p>Doublings are coarse on purpose: durations on a grain of seconds or days leave none of them
 * empty. A peak needs 50 events, for the valley of a smooth law would then not be that empty by
 * chance.
 */
final class Populations {

    private static final int FEWEST = 50;
    private static final int APART = 4;
    private static final double VALLEY = 0.2;

    /** Shorter than 8 ms is all alike, and longer than 50 days is rather a wrong clock. */
    private static final int SHORTEST = 3;

    private static final int LONGEST = 32;

    private final long quicker;
    private final long slower;
    private final double slowerShare;

    private Populations(long quicker, long slower, double slowerShare) {
        this.quicker = quicker;
        this.slower = slower;
        this.slowerShare = slowerShare;
    }

    static Populations of(Quantities durations) {
        long[] doublings = new long[LONGEST];
        long all = 0;
        for (int bucket = 0; bucket < durations.buckets(); bucket++) {
            long lowest = LeadingBits.lowestOf(bucket);
            int doubling = 63 - Long.numberOfLeadingZeros(Math.max(1, lowest));
            if (doubling >= SHORTEST && doubling < LONGEST) {
                doublings[doubling] += durations.countOf(bucket);
                all += durations.countOf(bucket);
            }
        }
        Populations clearest = new Populations(0, 0, 0);
        long highestLower = 0;
        for (int valley = SHORTEST + 1; valley < LONGEST - 1; valley++) {
            int left = peak(doublings, SHORTEST, valley);
            int right = peak(doublings, valley + 1, LONGEST);
            long lower = Math.min(doublings[left], doublings[right]);
            if (lower >= FEWEST
                    && lower > highestLower
                    && right - left >= APART
                    && doublings[valley] <= VALLEY * lower) {
                highestLower = lower;
                long beyond = 0;
                for (int doubling = valley + 1; doubling < LONGEST; doubling++) {
                    beyond += doublings[doubling];
                }
                clearest = new Populations(1L << left, 1L << right, (double) beyond / all);
            }
        }
        return clearest;
    }

    private static int peak(long[] doublings, int from, int to) {
        int peak = from;
        for (int i = from; i < to; i++) {
            if (doublings[i] > doublings[peak]) {
                peak = i;
            }
        }
        return peak;
    }

    boolean areTwo() {
        return slower > 0;
    }

    /** The lower end of the doubling in which most of the quick ones are, milliseconds. */
    long quicker() {
        return quicker;
    }

    /** The lower end of the doubling in which most of the slow ones are, milliseconds. */
    long slower() {
        return slower;
    }

    /** How many of the durations belong to the slow ones. */
    double slowerShare() {
        return slowerShare;
    }
}
