package io.tidemark.operators.disorder;

/**
 * Tells whether durations come from two populations: on a scale of doublings two peaks at least
 * sixteenfold apart with a valley between them of which no doubling holds more than a fifth of the
 * lower peak.
 *
 * <p>Doublings are coarse on purpose: durations on a grain of seconds or days leave none of them
 * empty. A peak needs 50 events, for the valley of a smooth law would then not be that empty by
 * chance, and the slower one lies beyond a quarter of a minute: what is shorter is the jitter of
 * clocks and networks rather than another kind of event.
 */
final class Populations {

    private static final int FEWEST = 50;
    private static final int APART = 4;
    private static final double VALLEY = 0.2;

    /** Shorter than 8 ms is all alike, and longer than 50 days is rather a wrong clock. */
    private static final int SHORTEST = 3;

    private static final int LONGEST = 32;

    /** So few may be out of order where nearly all are in order. */
    private static final double MOSTLY = 0.2;

    private static final double NEXT_TO_NOTHING = 0.02;

    /** 16 s. */
    private static final int SLOW = 14;

    private final long quicker;
    private final long slower;
    private final long slowOnes;

    private Populations(long quicker, long slower, long slowOnes) {
        this.quicker = quicker;
        this.slower = slower;
        this.slowOnes = slowOnes;
    }

    /**
     * The two populations, if there are two.
     *
     * @param durations how far events are out of order, 0 where they are not
     */
    static Populations of(Quantities durations) {
        long[] doublings = new long[LONGEST];
        for (int bucket = 0; bucket < durations.buckets(); bucket++) {
            long lowest = LeadingBits.lowestOf(bucket);
            int doubling = 63 - Long.numberOfLeadingZeros(Math.max(1, lowest));
            if (doubling >= SHORTEST && doubling < LONGEST) {
                doublings[doubling] += durations.countOf(bucket);
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
                    && right >= SLOW
                    && right - left >= APART
                    && doublings[valley] <= VALLEY * lower) {
                highestLower = lower;
                clearest = apart(doublings, valley, VALLEY * lower);
            }
        }
        return clearest.areTwo() ? clearest : inOrderButFor(doublings, durations);
    }

    /**
     * Where nearly all are in order those that are not come from another population if they begin
     * at once: short of half their peak there is next to nothing, which no smooth law has.
     */
    private static Populations inOrderButFor(long[] doublings, Quantities durations) {
        int peak = peak(doublings, SHORTEST, LONGEST);
        long outOfOrder = 0;
        long shorter = 0;
        for (int doubling = SHORTEST; doubling < LONGEST; doubling++) {
            outOfOrder += doublings[doubling];
            shorter += doubling < peak - 1 ? doublings[doubling] : 0;
        }
        boolean two =
                peak >= SLOW
                        && doublings[peak] >= FEWEST
                        && outOfOrder <= MOSTLY * durations.total()
                        && shorter <= NEXT_TO_NOTHING * outOfOrder;
        return two
                ? new Populations(1L << SHORTEST, 1L << (peak - 1), outOfOrder - shorter)
                : new Populations(0, 0, 0);
    }

    /** The valley is as wide as it is that empty. */
    private static Populations apart(long[] doublings, int valley, double mostOfValley) {
        int begin = valley;
        while (begin > SHORTEST && doublings[begin - 1] <= mostOfValley) {
            begin--;
        }
        int end = valley + 1;
        while (end < LONGEST && doublings[end] <= mostOfValley) {
            end++;
        }
        long beyond = 0;
        for (int doubling = end; doubling < LONGEST; doubling++) {
            beyond += doublings[doubling];
        }
        return new Populations(1L << begin, 1L << end, beyond);
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

    /** Where the valley begins: the quick ones take less, milliseconds. */
    long quicker() {
        return quicker;
    }

    /** Where it ends: the slow ones take at least that, milliseconds. */
    long slower() {
        return slower;
    }

    /** How many durations belong to the slow ones. */
    long slowOnes() {
        return slowOnes;
    }
}
