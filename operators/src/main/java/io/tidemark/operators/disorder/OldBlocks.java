package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The longest run of events, one behind the other in the log, that all lie behind an earlier one:
 * the mark of files that were put together in the wrong order, or twice, and of a clock that ran
 * ahead.
 */
final class OldBlocks {

    private long events;
    private long run;
    private long runBegan;
    private long runBehind;
    private long longest;
    private long longestBegan;
    private long longestBehind;

    /** Takes the next event of the log. */
    void add(long disorder) {
        events++;
        if (disorder == 0) {
            run = 0;
            return;
        }
        if (run++ == 0) {
            runBegan = events;
            runBehind = 0;
        }
        runBehind = Math.max(runBehind, disorder);
        if (run > longest) {
            longest = run;
            longestBegan = runBegan;
            longestBehind = runBehind;
        }
    }

    /** How many events the longest run has. */
    long longest() {
        return longest;
    }

    /** Which event of its log began it; the first is 1. */
    long began() {
        return longestBegan;
    }

    /** How far its events lay behind at most, milliseconds. */
    long behind() {
        return longestBehind;
    }

    /** Of several logs the one with the longest run; of equal ones the one that began first. */
    void merge(OldBlocks other) {
        events += other.events;
        if (other.longest > longest
                || (other.longest == longest && other.longestBegan < longestBegan)) {
            longest = other.longest;
            longestBegan = other.longestBegan;
            longestBehind = other.longestBehind;
        }
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(events);
        out.writeLong(run);
        out.writeLong(runBegan);
        out.writeLong(runBehind);
        out.writeLong(longest);
        out.writeLong(longestBegan);
        out.writeLong(longestBehind);
    }

    static OldBlocks read(DataInput in) throws IOException {
        OldBlocks read = new OldBlocks();
        read.events = in.readLong();
        read.run = in.readLong();
        read.runBegan = in.readLong();
        read.runBehind = in.readLong();
        read.longest = in.readLong();
        read.longestBegan = in.readLong();
        read.longestBehind = in.readLong();
        return read;
    }
}
