package io.tidemark.system.conf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.conf.Script.Ended;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts say, and refuse, where no cluster comes about. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ClusterCommandIT {

    @SuppressWarnings("NullAway.Init") // JUnit makes it before each test.
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"start-cluster", "stop-cluster"})
    void helpIsTheManual(String script) {
        Ended help = run(script, "--help");

        assertThat(help.status()).isZero();
        assertThat(help.output()).startsWith("Usage: flink-conf/" + script).contains("Exit status");
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "'', PROFILE is missing",
        "local exactly-once, PROFILE is given twice: local and exactly-once",
        "prometheus, unknown profile prometheus; there are exactly-once high-availability",
        "../local, unknown profile ../local",
        "local --taskmanagers none, --taskmanagers none: give a number",
        "local --jobmanagers, --jobmanagers: give a number",
        "local --jobmanagers 2, --jobmanagers 2: without high-availability",
        "local --port 80808, --port 80808: give a number from 1 to 65535",
        "local --port, --port: give a number from 1 to 65535",
        "local -D heartbeat.timeout, -D heartbeat.timeout: give it as key=value",
        "local -Dheartbeat.timeout, -Dheartbeat.timeout: give it as -D key=value",
        "local --verbose, unknown option --verbose"
    })
    void wrongUsageIsStatusTwo(String arguments, String said) {
        Ended refused =
                run("start-cluster", arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(refused.status()).as(refused.output()).isEqualTo(2);
        assertThat(refused.output())
                .contains(said, "flink-conf/start-cluster --help is the manual.");
    }

    @Test
    void portThatIsTakenIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ended refused = run("start-cluster", "local", "--port", "" + taken.getLocalPort());

            assertThat(refused.status()).as(refused.output()).isEqualTo(1);
            assertThat(refused.output()).contains("--port " + taken.getLocalPort(), "Give another");
        }
    }

    @Test
    void ofTwoThatStartAtOnceOneRuns() throws Exception {
        Script start = Script.of("start-cluster", directory.resolve("cluster"));
        Process one = start.start(directory.resolve("one"), List.of("local"));
        Process other = start.start(directory.resolve("other"), List.of("local"));
        try {
            int first = one.waitFor();
            int second = other.waitFor();

            assertThat(List.of(first, second)).containsExactlyInAnyOrder(0, 1);
            assertThat(Files.readString(directory.resolve(first == 1 ? "one" : "other")))
                    .contains("runs in " + directory.resolve("cluster") + " already");
        } finally {
            assertThat(Script.of("stop-cluster", directory.resolve("cluster")).run(List.of()))
                    .extracting(Ended::status)
                    .isEqualTo(0);
        }
    }

    @Test
    void jarsAreFoundInAHouseWithOddCharacters() throws Exception {
        Path house = directory.resolve("R&D \\1 house");
        Path bin = Files.createDirectories(house.resolve("flink-conf/bin"));
        Files.copy(Profile.FLINK_CONF.resolve("bin/common.sh"), bin.resolve("common.sh"));
        Path list = house.resolve("target/flink/classpath");
        Files.createDirectories(list.getParent());
        Files.writeString(list, "lib/one.jar:lib/other.jar");

        Process process =
                new ProcessBuilder(
                                "bash", "-c", ". \"$0\"; class_path", "" + bin.resolve("common.sh"))
                        .redirectErrorStream(true)
                        .start();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8);

        Path lib = list.resolveSibling("lib");
        assertThat(answer).isEqualTo(lib.resolve("one.jar") + ":" + lib.resolve("other.jar"));
    }

    @Test
    void settingsThatFlinkRefusesLeaveNothingRunning() {
        Ended refused = run("start-cluster", "local", "-Dtaskmanager.memory.process.size=10m");

        assertThat(refused.status()).as(refused.output()).isEqualTo(1);
        assertThat(refused.output())
                .contains("exceed configured Total Process Memory", "taskmanager-1 has ended");
        assertThat(directory.resolve("pids")).doesNotExist();
        assertThat(ProcessHandle.allProcesses())
                .noneMatch(
                        process ->
                                process.info().commandLine().orElse("").contains("" + directory));
    }

    @Test
    void withoutAClusterTheCommandLineSaysHowToStartOne() {
        Ended refused = run("flink", "list");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output()).contains("start one with flink-conf/start-cluster");
    }

    @Test
    void aClusterThatDoesNotRunIsNotWaitedFor() {
        assertThat(run("bin/prepare", "local", directory.toString()).status()).isZero();

        Ended refused = run("flink", "list");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output())
                .contains("is not running: start it with flink-conf/start-cluster");
        assertThat(run("flink", "list", "-h").status()).isZero();
    }

    @Test
    void aJobManagerThatHasEndedIsNotWaitedFor() throws Exception {
        // One that the system hands out, and no cluster would look for.
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThat(run("bin/prepare", "local", directory.toString(), "--port", "" + port).status())
                .isZero();
        Files.createDirectories(directory.resolve("pids"));

        Ended refused = run("flink", "list");

        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output())
                .contains("The JobManager of the cluster", "has ended", directory + "/checkpoints");
    }

    @Test
    void stopEndsNothingThatIsNotOfTheCluster() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "100").start();
        try {
            // As a pid file is left behind whose number has gone to somebody else.
            Path pids = Files.createDirectories(directory.resolve("pids"));
            Files.writeString(pids.resolve("taskmanager-1"), stranger.pid() + "\n");
            Files.writeString(pids.resolve("taskmanager-1.is"), directory + "\n");

            Ended stop = run("stop-cluster");

            assertThat(stop.status()).isZero();
            assertThat(stop.output()).contains("No cluster runs");
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroy();
        }
    }

    private Ended run(String script, String... arguments) {
        return Script.of(script, directory).run(List.of(arguments));
    }
}
