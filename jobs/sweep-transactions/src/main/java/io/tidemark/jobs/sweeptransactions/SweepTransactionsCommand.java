package io.tidemark.jobs.sweeptransactions;

import io.tidemark.jobs.cli.Description;
import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.cli.KafkaClientArguments;
import io.tidemark.jobs.cli.Usage;
import io.tidemark.jobs.cli.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code sweep-transactions}; its {@code --help} is the manual. */
@Command(
        name = SweepTransactionsCommand.NAME,
        sortOptions = false,
        usageHelpAutoWidth = false,
        description = {
            "finds and aborts the Kafka transactions that a cancelled job left open, which block read_committed readers",
            "",
            "A job that was killed, or cancelled while nobody answered, and is not started again leaves transactions open. Until they time out,"
                    + " read_committed readers of its topics see nothing that was written behind them, by whomever. (A job that"
                    + " is started again under the same name clears up by itself.) This aborts them: their records are gone for good.",
            "What a retained checkpoint or savepoint still owns is left alone: transactions that stand in the state of its sinks are"
                    + " committed when it is restored, and would be lost to it. So name all that you may want to restore, with the"
                    + " files that belong to them; or say that there are none. Those of other jobs may lie among them. Nothing is touched while a job of that name is alive.",
            "It runs where it is started. Without the local platform: java -cp 'tidemark-sweep-transactions-fat.jar:FLINK/lib/*' "
                    + "io.tidemark.jobs.sweeptransactions.SweepTransactions",
            "For checkpoints on a file system that Flink has as a plugin, such as s3, set FLINK_PLUGINS_DIR and FLINK_CONF_DIR to"
                    + " Flink's directories plugins and conf.",
            "Ends with 0 if nothing of that name is open any more (or would be, in a dry run); 1 if Kafka or a checkpoint can't"
                    + " be read; 2 if the arguments are wrong; 3 if something was left open, because a checkpoint owns it, a job is"
                    + " alive, or readers are blocked by something else that does not change.",
            ""
        })
final class SweepTransactionsCommand extends JobCommand<SweepOptions> {

    static final String NAME = "sweep-transactions";

    @Mixin private KafkaClientArguments client = new KafkaClientArguments();

    @Option(
            names = "--prefix",
            paramLabel = "NAME",
            required = true,
            description =
                    "Whose transactions: the --name of a job, for all its sinks, or NAME.UID for one of them.")
    private String prefix = "";

    @Option(
            names = "--checkpoints",
            paramLabel = "PATH",
            arity = "1..*",
            description =
                    "Retained checkpoints and savepoints, or directories in which they lie at whatever depth, such as"
                            + " execution.checkpointing.dir; may be given several times.")
    private List<String> checkpoints = new ArrayList<>();

    @Option(
            names = "--no-retained-checkpoints",
            description =
                    "There is none that will ever be restored: abort whatever is open. In place of --checkpoints.")
    private boolean none;

    @Option(
            names = "--look-for",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description =
                    "How long to look whether a job of that name is alive, and afterwards whether readers get on: two checkpoint intervals"
                            + " or more, of it and of others that write to the same topics. Default: ${DEFAULT-VALUE}")
    private Duration lookFor = Duration.ZERO;

    @Option(names = "--dry-run", description = "Only tell what would be done.")
    private boolean dryRun;

    @Override
    protected SweepOptions options() {
        Usage.require(!prefix.isBlank(), "--prefix", prefix, "give the name of a job");
        Usage.require(
                !lookFor.isZero(),
                "--look-for",
                "0s",
                "give two checkpoint intervals of the job or more, such as 30s");
        if (none == !checkpoints.isEmpty()) {
            throw new UsageException(
                    none
                            ? "--no-retained-checkpoints contradicts --checkpoints="
                                    + checkpoints
                                    + ": give one of them"
                            : "--checkpoints is missing: name the retained checkpoints and savepoints that may still be"
                                    + " restored, or say --no-retained-checkpoints");
        }
        return new SweepOptions(client.client(), prefix, List.copyOf(checkpoints), lookFor, dryRun);
    }

    @Override
    protected Description describe(SweepOptions options) {
        return () -> Description.write(json -> json.writeStringField("tool", NAME));
    }
}
