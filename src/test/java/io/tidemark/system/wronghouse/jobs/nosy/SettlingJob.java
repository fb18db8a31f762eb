package io.tidemark.system.wronghouse.jobs.nosy;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;

/** A job that chooses its state backend. */
final class SettlingJob {

    private SettlingJob() {}

    static Configuration settings() {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        return settings;
    }
}
