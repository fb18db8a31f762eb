package io.tidemark.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the next run over a kept directory has to know of the runs before it: where their state
 * lies, and from which offsets on the ledger counts.
 *
 * @param job the job that ran; another job cannot go on from its state
 * @param inputTopic the topic that it read
 * @param untilEnd whether it was to end by itself at the log's end
 * @param inputStart the first offset that the job read, by partition
 * @param inputEnd the offset behind the last that it was to read, by partition; empty unless {@code
 *     untilEnd}
 * @param outputStart where the outputs ended before the job wrote to them, by topic and partition
 * @param savepoint the savepoint to go on from, relative to the directory; empty if there is none
 * @param runningJob the id of the job while it runs, and ever after if the run was killed
 */
record KeptRun(
        String job,
        String inputTopic,
        boolean untilEnd,
        Map<Integer, Long> inputStart,
        Map<Integer, Long> inputEnd,
        Map<String, Map<Integer, Long>> outputStart,
        String savepoint,
        String runningJob) {

    private static final String FILE = "run.json";

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();

    /**
     * What the last run left in this directory; empty if it is new.
     *
     * @throws WrongUsage if its file cannot be understood
     */
    static Optional<KeptRun> readFrom(RunDirectory directory) {
        Path file = directory.root().resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), KeptRun.class));
        } catch (JsonProcessingException e) {
            throw new WrongUsage(
                    "--keep="
                            + directory.root()
                            + ": "
                            + FILE
                            + " in it is not what a run leaves ("
                            + e.getOriginalMessage()
                            + "); name another directory");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run that begins where the job begins by its own options. */
    static KeptRun fresh(JobDescription job, TopicLog topics) throws JobFailed {
        String topic = job.input().topic();
        Map<String, Map<Integer, Long>> outputStart = new HashMap<>();
        for (String output :
                List.of(
                        job.outputs().results(),
                        job.outputs().late(),
                        job.outputs().deadLetters(),
                        job.outputs().ledger())) {
            outputStart.put(output, topics.end(output));
        }
        return new KeptRun(
                job.job(),
                topic,
                job.untilEnd(),
                topics.start(topic, job.startPosition(), job.group()),
                job.untilEnd() ? topics.end(topic) : Map.of(),
                outputStart,
                "",
                "");
    }

    /**
     * Makes sure that this job may go on from here.
     *
     * @throws WrongUsage if it is another job, or reads another topic, or is to end otherwise
     */
    void checkGoesOn(JobDescription next, RunDirectory directory) {
        String keep = "--keep=" + directory.root() + ": ";
        if (!job.equals(next.job())) {
            throw new WrongUsage(keep + "job " + job + " ran there; name another directory");
        }
        if (resumePoint(directory).isEmpty()) {
            return;
        }
        if (!inputTopic.equals(next.input().topic())) {
            throw new WrongUsage(
                    keep
                            + "the run to go on from read topic "
                            + inputTopic
                            + ", not "
                            + next.input().topic()
                            + "; name that topic, or another directory");
        }
        if (untilEnd != next.untilEnd()) {
            throw new WrongUsage(
                    keep
                            + (next.untilEnd()
                                    ? "--until-end cannot go on from a run without it, which has no"
                                            + " end to stop at"
                                    : "a run with --until-end left its state there, which ends"
                                            + " where that run was to end")
                            + "; "
                            + (next.untilEnd() ? "leave it out" : "add it")
                            + ", or name another directory");
        }
    }

    /** Replaces what is written in this directory, in one step. */
    void writeTo(RunDirectory directory) {
        Path file = directory.root().resolve(FILE);
        Path draft = directory.root().resolve(FILE + ".draft");
        try {
            Files.write(draft, JSON.writeValueAsBytes(this));
            Files.move(
                    draft,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Where a new run goes on: the newest checkpoint of a job whose run was killed, else the
     * savepoint that the last run ended with; empty if it starts afresh.
     */
    Optional<Path> resumePoint(RunDirectory directory) {
        Optional<Path> checkpoint =
                runningJob.isEmpty() ? Optional.empty() : directory.newestCheckpoint(runningJob);
        if (checkpoint.isPresent()) {
            return checkpoint;
        }
        return savepoint.isEmpty()
                ? Optional.empty()
                : Optional.of(directory.root().resolve(savepoint));
    }

    /**
     * Whether the run that left this resume point may have closed all windows behind it: that is
     * done after a savepoint, never after a checkpoint.
     */
    boolean isFollowedByADrain(RunDirectory directory, Optional<Path> resumePoint) {
        return !savepoint.isEmpty()
                && resumePoint.filter(directory.root().resolve(savepoint)::equals).isPresent();
    }

    /**
     * How many records the job has taken in.
     *
     * @param end the offset behind the last that it has taken in, by partition; a partition that is
     *     missing has not been touched
     */
    long taken(Map<Integer, Long> end) {
        return end.entrySet().stream()
                .mapToLong(
                        partition ->
                                partition.getValue()
                                        - inputStart.getOrDefault(partition.getKey(), 0L))
                .sum();
    }

    /** The same run, while this job works. */
    KeptRun withRunningJob(String jobId) {
        return new KeptRun(
                job, inputTopic, untilEnd, inputStart, inputEnd, outputStart, savepoint, jobId);
    }

    /** The same run, ended in good order with this savepoint. */
    KeptRun endedWith(RunDirectory directory, Path newSavepoint) {
        return new KeptRun(
                job,
                inputTopic,
                untilEnd,
                inputStart,
                inputEnd,
                outputStart,
                directory.root().relativize(newSavepoint).toString(),
                "");
    }

    /** The same run, ended by itself: there is nothing to go on from. */
    KeptRun finished() {
        return new KeptRun(job, inputTopic, untilEnd, inputStart, inputEnd, outputStart, "", "");
    }
}
