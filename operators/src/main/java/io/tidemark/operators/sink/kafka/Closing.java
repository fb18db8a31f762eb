package io.tidemark.operators.sink.kafka;

import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How parts of a task close: without a word to Flink. It takes an exception while a failed task
 * cleans up for the ruin of its process, and ends the TaskManager with all that runs in it.
 */
final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    /**
     * Closes all of them, come what may; what fails is told by the log.
     *
     * @param meaning what a failure means, for a person
     */
    static void orTell(String meaning, @Nullable AutoCloseable... parts) {
        try {
            IOUtils.closeAll(parts);
        } catch (Exception failed) {
            if (failed instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            LOG.warn(meaning, failed);
        }
    }
}
