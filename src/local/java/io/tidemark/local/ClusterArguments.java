package io.tidemark.local;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the Flink cluster that a run starts, as they were written. */
final class ClusterArguments {
    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description =
                    "Parallelism of the job. Default: parallelism.default in the Flink profile.")
    @Nullable String parallelism;

    @Option(
            names = "--ui-port",
            paramLabel = "PORT",
            description = "Port of Flink's web UI; the next free one if it is taken. Default 8081.")
    @Nullable String uiPort;

    @Option(
            names = "--flink-conf",
            paramLabel = "DIR",
            description =
                    "Flink profile: config.yaml and log4j.properties. Default flink-conf/local.")
    @Nullable String flinkConf;
}
