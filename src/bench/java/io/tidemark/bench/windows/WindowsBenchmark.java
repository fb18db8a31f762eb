package io.tidemark.bench.windows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.flink.util.FileUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Our windows beside Flink's, case by case. */
@Command(
        name = "windows",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Events a second of event-time windows, count and sum a key: ours beside Flink's"
                    + " WindowOperator (flink), Flink SQL (sql) and a bare keyBy → map (limit), on the"
                    + " same seeded events, in one run.",
            "",
            "Each job runs alone in a cluster in this JVM: object reuse, checkpoints to files every"
                    + " 5 s, on heap (hashmap) or RocksDB (incremental checkpoints, 512 MiB of managed"
                    + " memory a slot, the rest as Flink sets it), parallelism 1 unless the case says"
                    + " otherwise. 10 events a millisecond of event time, 10,000 keys unless the case"
                    + " says otherwise. Rates count once the largest window has filled. A slow engine"
                    + " is stopped after a budget of wall time; if its windows had not filled by then,"
                    + " its rate is marked with <: it would only get slower. The jobs are cancelled, not"
                    + " ended, so that no flush is counted.",
            "",
            "The engines' rows are compared for each second of event time that both completed. A case"
                    + " on which they differ does not count, and the exit code is 1; so it is if an"
                    + " engine fails.",
            ""
        })
final class WindowsBenchmark implements Callable<Integer> {

    @Option(
            names = "--quick",
            description =
                    "One short round, without the slowest engines, and a tenth of the rows where 10 million are to be held: at most 5 minutes.")
    private boolean quick;

    @Option(
            names = "--case",
            paramLabel = "NAME",
            description = "Only this case; may be repeated. --list names them all.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--backend",
            paramLabel = "BACKEND",
            description = "Only on heap or rocksdb; may be repeated.")
    private List<String> backends = new ArrayList<>();

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "Only this engine; may be repeated.")
    private List<String> chosenEngines = new ArrayList<>();

    @Option(
            names = "--seconds",
            description =
                    "Seconds that are measured once the windows are full. Default: 5, which is a checkpoint's interval; quick, on heap: 2")
    private @Nullable Integer seconds;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Seed of the events. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--disorder",
            paramLabel = "MILLIS",
            defaultValue = "1000",
            description =
                    "How far an event may lie behind the newest; watermarks trail by as much."
                            + " Default: ${DEFAULT-VALUE}")
    private long disorder;

    @Option(
            names = "--keys",
            description = "Keys of the cases that have no number of their own. Default: 10000")
    private @Nullable Integer keys;

    @Option(names = "--list", description = "Lists the cases and ends.")
    private boolean list;

    @Option(
            names = "--json",
            defaultValue = "target/bench/windows.json",
            description = "Where the figures go. Default: ${DEFAULT-VALUE}")
    private Path json = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(new CommandLine(new WindowsBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (list) {
            WindowCases.all(quick).forEach(one -> System.out.println(one.name()));
            return 0;
        }
        List<WindowCase> cases = chosen("--case", only, WindowCases.all(quick), WindowCase::name);
        List<Engine> engines = chosen("--engine", chosenEngines, Engines.all(), Engine::name);
        List<Backend> places =
                chosen("--backend", backends, List.of(Backend.values()), Backend::label);
        Inputs inputs = inputs();
        Effort effort = effort();
        Path directory = Files.createTempDirectory("tidemark-bench");
        try (WindowCluster cluster = WindowCluster.startIn(directory)) {
            Comparison comparison =
                    new Comparison(
                            new Trials(cluster, inputs, effort), effort, engines, System.err);
            System.err.println("warming up …");
            comparison.warmUp(WindowCases.all(quick).get(0));
            for (WindowCase windowCase : cases) {
                comparison.run(windowCase, places);
                // After each case, so that a run that is broken off leaves what it has.
                Figures.write(json, comparison.results(), engines, inputs, effort);
            }
            System.out.print(Table.of(comparison.results(), engines));
            System.out.println("written to " + json);
            return comparison.results().stream().anyMatch(WindowsBenchmark::isWrong) ? 1 : 0;
        } finally {
            FileUtils.deleteDirectoryQuietly(directory.toFile());
        }
    }

    private static boolean isWrong(CaseResult result) {
        return !result.failures().isEmpty()
                || result.agreement().verdict() == Agreement.Verdict.DIFFERENT;
    }

    private Inputs inputs() {
        if (disorder < 0 || disorder > 30_000) {
            throw refused("--disorder", disorder, "0 to 30000 milliseconds");
        }
        if (keys != null && keys < 1) {
            throw refused("--keys", keys, "1 or more");
        }
        return new Inputs(seed, disorder, keys);
    }

    private Effort effort() {
        if (seconds != null && seconds < 1) {
            throw refused("--seconds", seconds, "1 or more");
        }
        if (quick) {
            return Effort.quick(
                    seconds == null ? Effort.QUICK_SECONDS_ON_HEAP : seconds,
                    seconds == null ? Effort.SECONDS : seconds);
        }
        return Effort.full(seconds == null ? Effort.SECONDS : seconds);
    }

    private <T> List<T> chosen(
            String option, List<String> names, List<T> all, Function<T, String> name) {
        List<String> known = all.stream().map(name).toList();
        for (String asked : names) {
            if (!known.contains(asked)) {
                throw refused(option, asked, "one of " + String.join(", ", known));
            }
        }
        return names.isEmpty()
                ? all
                : all.stream().filter(one -> names.contains(name.apply(one))).toList();
    }

    private ParameterException refused(String option, Object value, String right) {
        return new ParameterException(
                spec.commandLine(), option + "=" + value + " is refused: give " + right);
    }
}
