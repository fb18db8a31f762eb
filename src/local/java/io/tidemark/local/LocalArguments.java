package io.tidemark.local;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The platform's options as they were written; {@link LocalOptions} says what they mean.
 *
 * <p>All are text here, so that each refusal can be worded in one place and name option, value and
 * what would be right.
 */
@Command(
        name = "./jobs/run JOB",
        customSynopsis = "./jobs/run JOB [local options] [options of the job]",
        description = {
            "",
            "Starts a Kafka broker and a Flink cluster in one process, feeds the job's topic,"
                    + " submits the job's fat jar, and checks at the end that nothing vanished.",
            ""
        },
        optionListHeading = "Local options:%n",
        sortOptions = false,
        separator = "=",
        usageHelpAutoWidth = true)
final class LocalArguments {
    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = {
                "Replay this CSV file (plain or .gz; the header names the fields) instead of the"
                        + " synthetic shop."
            })
    @Nullable String input;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description =
                    "Partitions of the input topic for --input. Default 1: the order of the file."
                            + " More need --feed-key.")
    @Nullable String partitions;

    @Option(
            names = "--feed-key",
            paramLabel = "FIELD",
            description =
                    "Field that decides the partition of a row, so that rows of one entity stay in"
                            + " order.")
    @Nullable String feedKey;

    @Option(
            names = "--speed",
            paramLabel = "600x",
            description =
                    "Replay --input at so many times the pace of event time. Default: as fast as the"
                            + " broker takes it.")
    @Nullable String speed;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of the synthetic shop; the same seed makes the same orders. Default 1.")
    @Nullable String seed;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Orders a second of the synthetic shop. Default 100.")
    @Nullable String rate;

    @Option(
            names = "--for",
            paramLabel = "60s",
            description =
                    "How long the synthetic shop is open (ms, s, m, h or d). Default: until Ctrl-C.")
    @Nullable String runFor;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description =
                    "Keep the broker's log and the last savepoint here; a second run with the same"
                            + " directory goes on from there. Default: nothing is kept.")
    @Nullable String keep;

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description =
                    "Use this broker instead of one of the platform's own. Without --input, --seed,"
                            + " --rate or --for nothing is fed.")
    @Nullable String bootstrapServers;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description =
                    "Write what a read_committed reader finds: results.jsonl, late.jsonl,"
                            + " dead-letters.jsonl, ledger.json.")
    @Nullable String output;

    @Mixin ClusterArguments cluster = new ClusterArguments();

    @Option(
            names = {"-h", "--help"},
            help = true,
            description = "Print this, and the job's own manual.")
    boolean help;
}
