package io.tidemark.watermarks;

import java.time.Instant;

/** What a sender is told of a number that is no event time. */
final class RefusalText {

    private RefusalText() {}

    /**
     * What is wrong with a number and what to do, in one sentence.
     *
     * @param millis the time that the number stands for in the unit that it looks like
     * @param earliest the earliest plausible time, inclusive
     * @param latest the latest plausible time, inclusive
     */
    static String of(EventTimeHygiene.Reason reason, long millis, long earliest, long latest) {
        return reason.meaning()
                + switch (reason) {
                    case MISSING -> ": write one";
                    case SMALLEST_NUMBER, LARGEST_NUMBER ->
                            ": write the time itself, in milliseconds since 1970";
                    case ZERO ->
                            ": write the time itself, or read 0 as one by option (acceptingZero)";
                    case NEGATIVE ->
                            ": write milliseconds since 1970, or read what lies before by option"
                                    + " (acceptingNegative)";
                    case SECONDS, MICROSECONDS, NANOSECONDS ->
                            ", "
                                    + Instant.ofEpochMilli(millis)
                                    + ": write milliseconds, or convert by option (convertingUnits)";
                    case TOO_EARLY ->
                            ": as milliseconds it is "
                                    + Instant.ofEpochMilli(millis)
                                    + ", before "
                                    + Instant.ofEpochMilli(earliest)
                                    + ": write the right time, or move the bound by option (between)";
                    case TOO_LATE ->
                            ": as milliseconds it is "
                                    + Instant.ofEpochMilli(millis)
                                    + ", after "
                                    + Instant.ofEpochMilli(latest)
                                    + ": write the right time, or move the bound by option (between)";
                };
    }
}
