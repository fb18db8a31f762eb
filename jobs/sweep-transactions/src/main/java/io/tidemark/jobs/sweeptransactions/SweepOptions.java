package io.tidemark.jobs.sweeptransactions;

import java.time.Duration;
import java.util.List;
import java.util.Properties;

/**
 * What to sweep.
 *
 * @param client properties of the Kafka client; {@code bootstrap.servers} is among them
 * @param prefix a job's name, or the prefix of one sink's transactional ids
 * @param checkpoints where retained checkpoints and savepoints lie; empty if there are none
 * @param lookFor how long to look whether a job of that name is alive
 * @param dryRun whether to tell only what would be done
 */
record SweepOptions(
        Properties client,
        String prefix,
        List<String> checkpoints,
        Duration lookFor,
        boolean dryRun) {}
