package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * What the user asked the platform for, of a job that reads something to its end and writes a
 * report: fewer things than of a job that runs on, for nothing is fed.
 *
 * @param help whether only the manual is wanted
 * @param parallelism of the job; empty: the profile's default
 * @param uiPort the first port to try for the web UI
 * @param flinkConf the Flink profile's directory
 * @param jobArguments everything that is not the platform's, in order
 */
record ReportOptions(
        boolean help,
        OptionalInt parallelism,
        int uiPort,
        Path flinkConf,
        List<String> jobArguments) {

    /**
     * Reads the arguments that follow the job's name.
     *
     * @param home the root of the project, where the default profile stands
     * @throws WrongUsage with option, value and what would be right
     */
    static ReportOptions parse(Path home, List<String> arguments) {
        Arguments raw = new Arguments();
        CommandLine commandLine = commandLine(raw);
        try {
            commandLine.parseArgs(arguments.toArray(new String[0]));
        } catch (ParameterException e) {
            throw new WrongUsage(e.getMessage() + "; see --help");
        }
        return new ReportOptions(
                raw.help,
                LocalOptions.parallelism(raw.cluster.parallelism),
                LocalOptions.uiPort(raw.cluster.uiPort),
                LocalOptions.flinkConf(home, raw.cluster.flinkConf),
                List.copyOf(commandLine.getUnmatchedArguments()));
    }

    /** The manual of the platform's own options. */
    static String manual() {
        return commandLine(new Arguments()).getUsageMessage();
    }

    private static CommandLine commandLine(Arguments raw) {
        return new CommandLine(raw)
                .setUnmatchedArgumentsAllowed(true)
                .setExpandAtFiles(false)
                .setAbbreviatedOptionsAllowed(false);
    }

    @Command(
            name = "./jobs/run JOB",
            customSynopsis = "./jobs/run JOB [local options] [options of the job]",
            description = {
                "",
                "Starts a Flink cluster in this process, submits the job's fat jar, shows how far it"
                        + " has come, and prints the summary of its report.",
                ""
            },
            optionListHeading = "Local options:%n",
            sortOptions = false,
            separator = "=",
            usageHelpAutoWidth = true)
    private static final class Arguments {
        @Mixin ClusterArguments cluster = new ClusterArguments();

        @Option(
                names = {"-h", "--help"},
                help = true,
                description = "Print this, and the job's own manual.")
        boolean help;
    }
}
