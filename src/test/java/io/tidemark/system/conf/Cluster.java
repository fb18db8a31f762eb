package io.tidemark.system.conf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.system.conf.Script.Ended;
import io.tidemark.system.process.ClusterRest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.CoreOptions;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * A cluster that {@code start-cluster} has started, each part a process of its own; closing it is
 * {@code stop-cluster}.
 *
 * <p>It lives in the build directory, so that its logs are there after a failure, in a path with a
 * blank.
 */
final class Cluster implements AutoCloseable {

    private static final Path FAT_JAR =
            Profile.HOUSE.resolve(
                    "jobs/orders-per-minute/target/tidemark-orders-per-minute-fat.jar");

    /** In half a minute the second compiler costs more than it brings. */
    private static final String SHORT_LIFE = " -XX:TieredStopAtLevel=1";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern UI = Pattern.compile("web UI +http://127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern METRICS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/metrics");
    private static final Pattern JOB = Pattern.compile("submitted with JobID ([0-9a-f]{32})");
    private static final Pattern SAVEPOINT = Pattern.compile("Savepoint completed. Path: (\\S.*)");
    private static final Pattern REST_OF_LOG =
            Pattern.compile("Rest endpoint listening at 127\\.0\\.0\\.1:(\\d+)");

    private final Profile profile;
    private final Path directory;
    private final List<Process> others = new ArrayList<>();
    private String started;
    private ClusterRest rest;

    private Cluster(Profile profile, Path directory, String started) {
        this.profile = profile;
        this.directory = directory;
        this.started = started;
        this.rest = restAt(found(UI, started));
    }

    static Cluster start(Profile profile) {
        Path directory = directory(profile.name());
        return new Cluster(profile, directory, startIn(directory, profile));
    }

    /** Starts one where one may have been before, and returns what the script prints. */
    private static String startIn(Path directory, Profile profile) {
        String jvm = profile.settings().get(CoreOptions.FLINK_JVM_OPTIONS) + SHORT_LIFE;
        Ended start =
                Script.of("start-cluster", directory)
                        .run(
                                List.of(
                                        profile.name(),
                                        "-D",
                                        CoreOptions.FLINK_JVM_OPTIONS.key() + "=" + jvm));
        assertThat(start.status()).as(start.output()).isZero();
        return start.output();
    }

    /** Stops all of it, and starts it again by what it has left in its directory. */
    void stopAndStartAgain() throws InterruptedException {
        close();
        others.clear();
        started = startIn(directory, profile);
        rest = restAt(found(UI, started));
    }

    /** An empty place for a cluster. */
    static Path directory(String name) {
        Path directory = Profile.HOUSE.resolve("target/system-tests/cluster of " + name);
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return directory;
    }

    /** One cluster a directory. */
    void assertRefusesASecond() {
        Ended second = Script.of("start-cluster", directory).run(List.of("local"));
        assertThat(second.status()).isEqualTo(1);
        assertThat(second.output()).contains("A cluster runs in " + directory + " already");
    }

    /** Flink's command line; a failure of it is one of the test. */
    String flink(List<String> arguments) {
        Ended ended = Script.of("flink", directory).run(arguments);
        assertThat(ended.status()).as("flink %s: %s", arguments, ended.output()).isZero();
        return ended.output();
    }

    /** Submits the fat jar and returns the job's id, at once or when it has ended. */
    String submit(List<String> options, List<String> jobArguments) {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(options);
        line.add(FAT_JAR.toString());
        line.addAll(jobArguments);
        return found(JOB, flink(line));
    }

    /** Submits the fat jar with a savepoint that is not there. */
    void submitFromNowhere(List<String> jobArguments) throws IOException {
        List<String> line = new ArrayList<>(List.of("run", "-d", "-s"));
        line.add(directory.resolve("savepoints/none").toUri().toString());
        line.add(FAT_JAR.toString());
        line.addAll(jobArguments);
        Ended ended = Script.of("flink", directory).run(line);
        assertThat(ended.output()).contains("savepoints/none");
        try (DirectoryStream<Path> results =
                Files.newDirectoryStream(
                        directory.resolve("high-availability/job-result-store/tidemark"),
                        "*_DIRTY.json")) {
            assertThat(results).as("inconclusive: Flink has left nothing of the job").isNotEmpty();
        }
    }

    String savepoint(String job) {
        return found(SAVEPOINT, flink(List.of("savepoint", job)));
    }

    /** Asks for a checkpoint. */
    void checkpoint(String job) {
        rest.post("/jobs/" + job + "/checkpoints", Map.of("checkpointType", "CONFIGURED"));
    }

    String stop(String job, String... options) {
        List<String> line = new ArrayList<>(List.of("stop"));
        line.addAll(List.of(options));
        line.add(job);
        return found(SAVEPOINT, flink(line));
    }

    void awaitRunning(String job) {
        await("all tasks running").until(() -> isRunning(job));
    }

    /** The REST server answers for some seconds with what it found for somebody before. */
    void awaitFinished(String job) {
        await("end of the job")
                .until(
                        () -> rest("/jobs/" + job).path("state").asText(),
                        state -> state.equals("FINISHED"));
    }

    private boolean isRunning(String job) {
        JsonNode answer = rest("/jobs/" + job);
        assertThat(answer.path("state").asText())
                .as(() -> "state of the job: " + rest("/jobs/" + job + "/exceptions"))
                .isNotIn("FAILED", "FINISHED", "CANCELED");
        for (JsonNode vertex : answer.path("vertices")) {
            if (!vertex.path("status").asText().equals("RUNNING")) {
                return false;
            }
        }
        return answer.path("state").asText().equals("RUNNING");
    }

    /** The answer of the JobManager to a question. */
    JsonNode rest(String path) {
        return rest.get(path);
    }

    private static ClusterRest restAt(String port) {
        return new ClusterRest(Integer.parseInt(port));
    }

    /** What the processes offer to Prometheus, together. */
    String metrics() {
        StringBuilder all = new StringBuilder();
        METRICS.matcher(started).results().forEach(port -> all.append(get(port.group())));
        return all.toString();
    }

    /** Ends the JobManager as nothing but a crash does. */
    void killJobManager() {
        ProcessHandle victim = process("jobmanager-1").orElseThrow();
        assertThat(victim.destroyForcibly()).as("the JobManager is there to be killed").isTrue();
        await("the end of the JobManager").until(() -> !victim.isAlive());
    }

    /** Starts another JobManager, and takes it for the one to ask from now on. */
    void startAnotherJobManager() {
        Script jobManager = Script.of("bin/jobmanager", directory);
        others.add(
                jobManager.start(
                        directory.resolve("log/another.out"),
                        List.of(directory.toString(), "another")));
        Path log = directory.resolve("log/another.log");
        String port =
                await("another JobManager")
                        .until(
                                () ->
                                        Files.exists(log)
                                                ? first(REST_OF_LOG, Files.readString(log))
                                                : Optional.<String>empty(),
                                Optional::isPresent)
                        .orElseThrow();
        rest = restAt(port);
    }

    private Optional<ProcessHandle> process(String part) {
        try {
            String pid = Files.readString(directory.resolve("pids").resolve(part)).strip();
            return ProcessHandle.of(Long.parseLong(pid));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it, and checks that nothing of it is left. */
    @Override
    public void close() throws InterruptedException {
        List<ProcessHandle> parts = parts();
        others.forEach(Process::destroy);
        Ended stop = Script.of("stop-cluster", directory).run(List.of());
        for (Process other : others) {
            if (!other.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                other.destroyForcibly();
            }
        }
        assertThat(stop.status()).as(stop.output()).isZero();
        assertThat(parts).as("processes that are left").noneMatch(Cluster::runs);
    }

    /**
     * One that has ended stays in the list of processes until somebody asks how: it has no command.
     */
    private static boolean runs(ProcessHandle process) {
        return process.info().command().isPresent();
    }

    private List<ProcessHandle> parts() {
        try (Stream<Path> pids = Files.list(directory.resolve("pids"))) {
            return pids.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".is"))
                    .flatMap(name -> process(name).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String get(String address) {
        try (InputStream answer = URI.create(address).toURL().openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String found(Pattern pattern, String text) {
        return first(pattern, text)
                .orElseThrow(() -> new AssertionError("no \"" + pattern + "\" in: " + text));
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(100));
    }
}
