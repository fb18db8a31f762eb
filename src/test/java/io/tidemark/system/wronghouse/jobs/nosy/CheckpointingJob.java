package io.tidemark.system.wronghouse.jobs.nosy;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A job that chooses its checkpoint interval. */
final class CheckpointingJob {

    private CheckpointingJob() {}

    static void settle(StreamExecutionEnvironment env) {
        env.enableCheckpointing(1000);
    }
}
