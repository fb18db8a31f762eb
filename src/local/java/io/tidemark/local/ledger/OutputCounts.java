package io.tidemark.local.ledger;

/**
 * What a read_committed reader has found in the outputs so far.
 *
 * @param onTime events in windows: the sum over the last row of each message key of the events that
 *     it stands for
 * @param late records in the late output
 * @param rejected dead letters
 * @param windows message keys with a row: windows of a key, for most jobs
 * @param rows rows in the results, updates included
 * @param duplicates events that the job dropped as repeats, by its own account
 * @param admitted events that the job let into its windows, by its own account
 * @param lateAtGate events that the job's gate found late, by its own account
 * @param lateAtWindow events that were admitted but found their window closed, by its own account
 * @param ahead events too far ahead of the log to move the watermark, by the job's own account;
 *     they are counted in one of the other accounts too
 * @param rejectedByAccount records that the job rejected, by its own account
 */
public record OutputCounts(
        long onTime,
        long late,
        long rejected,
        long windows,
        long rows,
        long duplicates,
        long admitted,
        long lateAtGate,
        long lateAtWindow,
        long ahead,
        long rejectedByAccount) {

    /** The counts before anything has been read. */
    public static final OutputCounts NONE = new OutputCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Events that wait in windows that have not closed. */
    public long open() {
        return admitted - onTime - lateAtWindow;
    }
}
