package io.tidemark.system.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a test has started ends with it, however it ends. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OrphansIT {

    @Test
    void databaseAndPausedProcessEndWithATestThatIsKilled(@TempDir Path directory)
            throws Exception {
        Path told = directory.resolve("told");
        ChildProcess test =
                ChildProcess.java(
                        "test",
                        directory.resolve("test.out"),
                        List.of("-Xmx128m"),
                        Testator.class,
                        List.of(directory.toString(), told.toString()));
        List<Long> orphans = List.of();
        try {
            Awaitility.await("processes of the test")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> Files.exists(told));
            orphans = Files.readAllLines(told).stream().map(Long::parseLong).toList();
            List<Long> all = orphans;
            assertThat(all).hasSize(2).allMatch(OrphansIT::runs);
            test.kill();
            Awaitility.await("the end of " + all)
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> all.stream().noneMatch(OrphansIT::runs));
        } finally {
            test.close();
            orphans.stream()
                    .flatMap(pid -> ProcessHandle.of(pid).stream())
                    .forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** One that nobody has taken notice of yet has an id, but no command any more. */
    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
    }
}
