package io.tidemark.jobs.cli;

/**
 * What a job that reads something to its end and writes a report would do with the arguments it
 * got.
 *
 * @param job the job's name
 * @param summary what it does, in a line
 * @param reads what it reads, in words for the user
 * @param directory where its report goes
 * @param summaryFile the file in there that a terminal can show
 * @param progressMetric the metric that tells how much has been read, summed over subtasks
 * @param progressSize what that metric comes to at the end; 0 if nobody knows
 */
public record ReportDescription(
        String job,
        String summary,
        String reads,
        String directory,
        String summaryFile,
        String progressMetric,
        long progressSize)
        implements Description {

    @Override
    public String toJson() {
        return Description.write(
                json -> {
                    json.writeStringField("job", job);
                    json.writeStringField("summary", summary);
                    json.writeStringField("reads", reads);
                    json.writeStringField("directory", directory);
                    json.writeStringField("summary_file", summaryFile);
                    json.writeStringField("progress_metric", progressMetric);
                    json.writeNumberField("progress_size", progressSize);
                });
    }
}
