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
                        + " or a newer one, let the sink rollForwardBy(…), or take back the rows"
                        + " since then together with their ledger entries");
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
