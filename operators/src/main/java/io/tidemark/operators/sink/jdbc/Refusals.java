package io.tidemark.operators.sink.jdbc;

/** The words in which a start is refused. */
final class Refusals {

    private Refusals() {}

    /** The state is older than the ledger. */
    static LedgerException older(String sink, String lineage, long newest, long restored) {
        String from =
                restored == 0
                        ? "The job starts without state"
                        : "The job was restored from checkpoint " + restored;
        return new LedgerException(
                from
                        + ", but the ledger has committed checkpoint "
                        + newest
                        + " of sink \""
                        + sink
                        + "\" (lineage "
                        + lineage
                        + "): what was committed since would be written twice. Restore checkpoint "
                        + newest
                        + " or a newer one (if a stop with savepoint failed on the way, that is the"
                        + " savepoint's, whose path is in the JobManager's log), or take back the"
                        + " rows since then together with their ledger entries. rollForwardBy(…)"
                        + " helps a sink only if it did so when those rows were committed");
    }

    /** Rolling forward, over rows whose positions nobody knows. */
    static LedgerException positionsMissing(
            String sink, String lineage, long without, long restored) {
        return new LedgerException(
                (restored == 0
                                ? "The job starts without state"
                                : "The job was restored from checkpoint " + restored)
                        + ", but sink \""
                        + sink
                        + "\" has committed checkpoint "
                        + without
                        + " (lineage "
                        + lineage
                        + ") without positions, so nothing tells which of its rows come again: it"
                        + " can't be rolled forward. Restore checkpoint "
                        + without
                        + " of that lineage or a newer one, take back the rows since then together"
                        + " with their ledger entries, or if that is another job's sink, name the"
                        + " sinks apart");
    }

    /** A batch that was written down before positions were asked for. */
    static LedgerException rowsWithoutPositions(LedgerBatch batch) {
        return new LedgerException(
                batch
                        + ": these are rows without positions, held since before the sink was told"
                        + " to rollForwardBy(…): restore once without, which commits them");
    }

    /** The positions are another lineage's. */
    static LedgerException positionsOfAnother(String sink, String owner, String lineage) {
        return new LedgerException(
                "The positions of sink \""
                        + sink
                        + "\" are those of lineage "
                        + owner
                        + ", and this job is of lineage "
                        + lineage
                        + ": rows of its own would be taken for the other's. If they are two jobs,"
                        + " name the sinks apart; if this one goes on with the other one's history,"
                        + " stop that and tell the sink goingOnFrom(\""
                        + owner
                        + "\")");
    }

    /** A row is given that is not above what is committed. */
    static LedgerException outOfOrder(String sink, Position given, Position upTo) {
        return new LedgerException(
                "sink \""
                        + sink
                        + "\" has committed partition \""
                        + given.partition()
                        + "\" up to "
                        + upTo.within()
                        + " and is now given "
                        + given.within()
                        + ": rollForwardBy needs each partition's rows in the order of their"
                        + " positions through one subtask, so key the stream by partition; or"
                        + " another job writes under this sink's name, so name them apart");
    }

    /** A row is given that is not above the one before it. */
    static LedgerException notAbove(String sink, Position given, Position before) {
        return new LedgerException(
                "sink \""
                        + sink
                        + "\" is given "
                        + given.within()
                        + " of partition \""
                        + given.partition()
                        + "\" after "
                        + before.within()
                        + ": rollForwardBy needs each partition's rows in the order of their"
                        + " positions through one subtask, each row at a position of its own. Key"
                        + " the stream by partition, and give the rows of one offset places: new"
                        + " Position(partition, offset, place)");
    }

    /** Rolling forward needs a lineage that is free, and this run's own is not. */
    static LedgerException sameJob(String sink, String job, long newest, long restored) {
        return new LedgerException(
                "The job was restored from checkpoint "
                        + restored
                        + " under the job id "
                        + job
                        + ", which has committed checkpoint "
                        + newest
                        + " of sink \""
                        + sink
                        + "\" before: to roll forward, submit it under a new job id"
                        + " ($internal.pipeline.job-id, or --job-id of an application cluster)");
    }
}
