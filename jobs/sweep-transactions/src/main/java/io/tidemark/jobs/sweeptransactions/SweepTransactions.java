package io.tidemark.jobs.sweeptransactions;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.UsageException;
import io.tidemark.jobs.sweeptransactions.RetainedCheckpoints.Retained;
import io.tidemark.operators.sink.PreflightException;
import io.tidemark.operators.sink.kafka.TransactionSweep;
import io.tidemark.operators.sink.kafka.TransactionSweep.Open;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The tool: options → what is open → what of it nobody owns → abort → whether readers get on. */
public final class SweepTransactions {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int LEFT_OPEN = 3;

    /** Within this time after an abort, readers get on, whatever else writes there. */
    private static final Duration READERS_WITHIN = Duration.ofSeconds(10);

    private final SweepOptions options;
    private final PrintWriter out;

    private SweepTransactions(SweepOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    /** Sweeps, and ends the process with what {@code --help} says. */
    public static void main(String[] args) {
        // As a Flink process does: what a checkpoint lies on, such as s3, may be a plugin.
        Configuration flink = GlobalConfiguration.loadConfiguration();
        FileSystem.initialize(flink, PluginUtils.createPluginManagerFromRootFolder(flink));
        int status =
                run(
                        args,
                        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)),
                        new PrintWriter(
                                new OutputStreamWriter(System.err, StandardCharsets.UTF_8)));
        if (status != DONE) {
            System.exit(status);
        }
    }

    /**
     * Sweeps.
     *
     * @return the exit status
     */
    public static int run(String[] args, PrintWriter out, PrintWriter errors) {
        int status;
        try {
            Optional<SweepOptions> options = new SweepTransactionsCommand().parse(args, out);
            status = options.isPresent() ? new SweepTransactions(options.get(), out).sweep() : DONE;
        } catch (UsageException wrong) {
            errors.println(wrong.getMessage());
            status = WRONG_USAGE;
        } catch (IOException | KafkaException | PreflightException failed) {
            errors.println(failed.getMessage());
            status = FAILED;
        }
        out.flush();
        errors.flush();
        return status;
    }

    private int sweep() throws IOException {
        // Before anything else: a wrong path must not end in an abort.
        List<Retained> retained = RetainedCheckpoints.all(options.checkpoints());
        if (!retained.isEmpty()) {
            out.println("Checkpoints and savepoints to be kept: " + retained.size() + ".");
        }
        try (TransactionSweep sweep = TransactionSweep.connect(options.client())) {
            List<Open> open = sweep.find(options.prefix());
            if (open.isEmpty()) {
                out.println("Nothing of " + options.prefix() + " is open.");
                doubtName(sweep);
                return DONE;
            }
            List<Open> owned = new ArrayList<>();
            List<Open> nobodys = new ArrayList<>();
            for (Open transaction : open) {
                Optional<Retained> owner =
                        retained.stream().filter(one -> one.owns(transaction.id())).findFirst();
                (owner.isPresent() ? owned : nobodys).add(transaction);
                owner.ifPresent(
                        one ->
                                out.println(
                                        "owned by checkpoint "
                                                + one.number()
                                                + " in "
                                                + one.path()
                                                + ", left open:  "
                                                + tell(transaction)));
            }
            if (!nobodys.isEmpty() && !abort(sweep, nobodys)) {
                return LEFT_OPEN;
            }
            if (!owned.isEmpty()) {
                out.println(
                        owned.size()
                                + " left open: restore the checkpoint, and its start commits them; or take it away, and sweep again.");
            }
            return owned.isEmpty() ? DONE : LEFT_OPEN;
        }
    }

    /** A mistyped name has nothing open either. */
    private void doubtName(TransactionSweep sweep) throws IOException {
        if (sweep.remembers(options.prefix())) {
            return;
        }
        Set<String> open = sweep.openPrefixes();
        out.println(
                "Kafka remembers no transaction of that name, not even one that ended: check --prefix. "
                        + (open.isEmpty()
                                ? "Nothing else is open either."
                                : "Open under other names: " + String.join(", ", open) + "."));
    }

    /** Whether they are gone, or would be. */
    private boolean abort(TransactionSweep sweep, List<Open> transactions) throws IOException {
        out.println(
                "Looking for "
                        + DurationConverter.format(options.lookFor())
                        + " whether a job named "
                        + options.prefix()
                        + " is alive.");
        out.flush();
        try {
            sweep.refuseAlive(options.prefix(), options.lookFor());
        } catch (PreflightException alive) {
            out.println("Nothing was aborted: " + alive.getMessage());
            return false;
        }
        String deed = options.dryRun() ? "would be aborted:  " : "aborted:  ";
        if (!options.dryRun()) {
            sweep.abort(transactions);
        }
        transactions.forEach(transaction -> out.println(deed + tell(transaction)));
        if (options.dryRun()) {
            return true;
        }
        Duration look =
                options.lookFor().compareTo(READERS_WITHIN) > 0
                        ? options.lookFor()
                        : READERS_WITHIN;
        Set<TopicPartition> hidden = sweep.hiddenAfter(transactions, look);
        if (hidden.isEmpty()) {
            out.println("Readers get on in all the topics that were written in them.");
            return true;
        }
        out.println(
                "Readers are still blocked by something else in "
                        + hidden
                        + ", which did not change for "
                        + DurationConverter.format(look)
                        + ".");
        return false;
    }

    private static String tell(Open transaction) {
        String where =
                transaction.partitions().stream()
                        .map(TopicPartition::toString)
                        .sorted()
                        .collect(Collectors.joining(", "));
        return transaction.id()
                + transaction.since().map(since -> ", open since " + since).orElse("")
                + ", written to "
                + where;
    }
}
