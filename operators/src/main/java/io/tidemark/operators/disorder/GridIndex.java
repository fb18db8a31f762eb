package io.tidemark.operators.disorder;

/**
 * Finds how many delays of a grid surely pass a moment: those with {@code delay + step <= gap}. The
 * first guess is read off the leading bits of the gap and is at most a few delays too low.
 */
final class GridIndex {

    private final long[] reached;
    private final int[] firstGuess;

    GridIndex(DelayGrid grid) {
        reached = new long[grid.size()];
        for (int i = 0; i < reached.length; i++) {
            reached[i] = grid.delayMillis(i) + grid.stepMillis(i);
        }
        firstGuess = new int[LeadingBits.bucketOf(Long.MAX_VALUE) + 1];
        int guess = 0;
        for (int bucket = 0; bucket < firstGuess.length; bucket++) {
            long lowest = LeadingBits.lowestOf(bucket);
            while (guess < reached.length && reached[guess] <= lowest) {
                guess++;
            }
            firstGuess[bucket] = guess;
        }
    }

    /** How many delays have {@code delay + step <= gap}; the gap is not negative. */
    int delaysPassing(long gap) {
        int index = firstGuess[LeadingBits.bucketOf(gap)];
        while (index < reached.length && reached[index] <= gap) {
            index++;
        }
        return index;
    }
}
