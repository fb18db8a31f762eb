package io.tidemark.bench.sinks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import org.apache.flink.util.TimeUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Our sinks beside the bare connectors, case by case. */
@Command(
        name = "sinks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Rows a second of our sinks beside the bare connectors', the same rows to the same server,"
                    + " in one run: VersionedUpsert beside JdbcSink at least once with INSERT … ON CONFLICT,"
                    + " LedgeredRows (appends) beside JdbcSink exactly once (XA), KafkaOutput beside KafkaSink"
                    + " exactly once.",
            "",
            "Both of a pair have the same parallelism, checkpoint interval, size of batches (and 1 s for one"
                    + " that is not full) and settings of the connection: a -plain case without, a -rewritten"
                    + " case with reWriteBatchedInserts, the driver's own way to make one statement of many."
                    + " Both topics are written with lz4 and linger.ms=20, what ours takes by itself. The"
                    + " database has synchronous_commit, fsync and full_page_writes on; it and the broker are"
                    + " processes of their own, the jobs run in this JVM. VersionedUpsert writes two columns of"
                    + " version and two of deletion more than the connector, whose table does without.",
            "",
            "A rate is rows by the time from the first row to the end of the job, when all is committed. The"
                    + " pair runs in rounds, ours theirs theirs ours; the ratio is the geometric mean over the"
                    + " rounds' ratios with its 95%% interval (Student's t). After each round the rows that a"
                    + " reader finds are compared; if they differ, the exit code is 1. It is 3 if an aim is missed, or"
                    + " the interval too wide to say, unless it was a --quick run. LedgeredRows holds a checkpoint's rows, 64 MiB a subtask at"
                    + " most, so with many --rows and a long --interval it fails and says so.",
            ""
        })
final class SinksBenchmark implements Callable<Integer> {

    private static final int DIFFERENT_ROWS = 1;
    private static final int AIM_NOT_REACHED = 3;

    @Option(
            names = "--rounds",
            defaultValue = "8",
            description =
                    "Counted rounds, after one that warms up; an even number lets each be first as often."
                            + " Default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(
            names = "--rows",
            defaultValue = "400000",
            description = "Rows of a run into a table. Default: ${DEFAULT-VALUE}")
    private long rows;

    @Option(
            names = "--messages",
            defaultValue = "5000000",
            description = "Rows of a run into a topic. Default: ${DEFAULT-VALUE}")
    private long messages;

    @Option(
            names = "--ids",
            description =
                    "How many different rows the upserts make; each comes again only after all others."
                            + " Default: half of --rows, so half of them are updates")
    private @Nullable Long ids;

    @Option(
            names = "--parallelism",
            defaultValue = "1",
            description = "Subtasks of source and sink. Default: ${DEFAULT-VALUE}")
    private int parallelism;

    @Option(
            names = "--batch",
            defaultValue = "5000",
            description =
                    "Rows of a batch into a table; both sinks' own default. LedgeredRows copies a"
                            + " checkpoint's rows at once. Default: ${DEFAULT-VALUE}")
    private int batch;

    @Option(
            names = "--interval",
            defaultValue = "1s",
            description =
                    "Between two checkpoints, such as 500ms or 10s. Default: ${DEFAULT-VALUE}")
    private String interval = "";

    @Option(
            names = "--case",
            paramLabel = "NAME",
            description = "Only this case; may be repeated. --list names them all.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "Lists the cases and ends.")
    private boolean list;

    @Option(
            names = "--quick",
            description =
                    "A tenth of the rows and two rounds: shows that it runs, measures little.")
    private boolean quick;

    @Option(
            names = "--json",
            defaultValue = "target/bench/sinks.json",
            description = "Where the figures go. Default: ${DEFAULT-VALUE}")
    private Path json = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(new CommandLine(new SinksBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            SinkPairs.NAMES.forEach(System.out::println);
            return 0;
        }
        for (String asked : only) {
            if (!SinkPairs.NAMES.contains(asked)) {
                throw refused("--case", asked, "one of " + String.join(", ", SinkPairs.NAMES));
            }
        }
        if (quick) {
            rows /= 10;
            messages /= 10;
            rounds = 2;
        }
        Load load = load();
        Path directory = Files.createTempDirectory("tidemark-bench");
        try (PostgresServer database = PostgresServer.startIn(directory.resolve("database"));
                BrokerProcess broker = BrokerProcess.startIn(directory.resolve("log"));
                SinkCluster cluster = SinkCluster.startIn(directory, load)) {
            System.out.println("database: " + database.told());
            PairedRounds paired = new PairedRounds(cluster, rounds, System.err);
            List<PairResult> results = new ArrayList<>();
            for (Pair pair : SinkPairs.all(database, broker.servers(), cluster, load)) {
                if (only.isEmpty() || only.contains(pair.name())) {
                    results.add(paired.of(pair));
                    // After each case, so that a run that is broken off leaves what it has.
                    SinkFigures.write(json, results, load, database.told());
                }
            }
            System.out.print(SinkFigures.table(results));
            System.out.println("written to " + json);
            return status(results);
        } finally {
            FileUtils.deleteDirectoryQuietly(directory.toFile());
        }
    }

    private int status(List<PairResult> results) {
        if (!results.stream().allMatch(result -> result.differences().isEmpty())) {
            return DIFFERENT_ROWS;
        }
        return quick || results.stream().allMatch(PairResult::reached) ? 0 : AIM_NOT_REACHED;
    }

    private Load load() {
        if (rounds < 1) {
            throw refused("--rounds", rounds, "1 or more, and 4 or more for an interval");
        }
        if (parallelism < 1) {
            throw refused("--parallelism", parallelism, "1 or more");
        }
        if (batch < 1) {
            throw refused("--batch", batch, "1 or more");
        }
        long wanted = ids == null ? rows / 2 : ids;
        if (wanted < (long) batch * parallelism || wanted > rows) {
            throw refused(
                    "--ids",
                    wanted,
                    "at least --batch times --parallelism, for no id may come twice in a batch, and at"
                            + " most --rows");
        }
        Duration between;
        try {
            between = TimeUtils.parseDuration(interval);
        } catch (IllegalArgumentException unreadable) {
            throw refused("--interval", interval, "a duration such as 500ms or 10s");
        }
        if (between.toMillis() < 10) {
            throw refused("--interval", interval, "10ms or more");
        }
        // Each subtask has as many rows as any other.
        return new Load(
                rows / parallelism * parallelism,
                messages / parallelism * parallelism,
                wanted / parallelism * parallelism,
                parallelism,
                batch,
                between);
    }

    private ParameterException refused(String option, Object value, String right) {
        return new ParameterException(
                spec.commandLine(), option + "=" + value + " is refused: give " + right);
    }
}
