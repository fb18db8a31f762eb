package io.tidemark.system.wronghouse.jobs.nosy;

import io.tidemark.system.wronghouse.local.NosyPlatform;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A topology that knows the local platform, and asks for its environment itself. */
final class NosyTopology {

    private NosyTopology() {}

    static String name() {
        return NosyPlatform.name()
                + StreamExecutionEnvironment.getExecutionEnvironment().getParallelism();
    }
}
