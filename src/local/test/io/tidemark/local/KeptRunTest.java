package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.usage.WrongUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRunTest {
    private static final KeptRun FRESH =
            new KeptRun(
                    "counting",
                    "things",
                    false,
                    Map.of(0, 5L, 1, 0L),
                    Map.of(),
                    Map.of("results", Map.of(0, 3L)),
                    "",
                    "");

    @Test
    void isReadAsItWasWritten(@TempDir Path root) {
        try (RunDirectory directory = RunDirectory.kept(root)) {
            assertThat(KeptRun.readFrom(directory)).isEmpty();
            KeptRun run = FRESH.withRunningJob("abc");

            run.writeTo(directory);

            assertThat(KeptRun.readFrom(directory)).contains(run);
        }
    }

    @Test
    void goodEndGoesOnFromItsSavepointThoughTheDirectoryHasMoved(@TempDir Path parent)
            throws Exception {
        Path root = parent.resolve("before");
        try (RunDirectory directory = RunDirectory.kept(root)) {
            Path savepoint = Files.createDirectories(directory.savepoints().resolve("savepoint-1"));
            FRESH.withRunningJob("abc").endedWith(directory, savepoint).writeTo(directory);
        }
        Path moved = Files.move(root, parent.resolve("after"));

        try (RunDirectory directory = RunDirectory.kept(moved)) {
            assertThat(KeptRun.readFrom(directory).orElseThrow().resumePoint(directory))
                    .contains(moved.resolve("savepoints").resolve("savepoint-1"));
        }
    }

    @Test
    void killedRunGoesOnFromItsNewestCompleteCheckpoint(@TempDir Path root) throws Exception {
        try (RunDirectory directory = RunDirectory.kept(root)) {
            KeptRun killed =
                    FRESH.endedWith(directory, directory.savepoints().resolve("savepoint-1"))
                            .withRunningJob("abc");
            assertThat(killed.resumePoint(directory))
                    .as("without a checkpoint: what the killed run itself went on from")
                    .contains(directory.savepoints().resolve("savepoint-1"));

            checkpoint(directory, "abc", "chk-9", true);
            checkpoint(directory, "abc", "chk-10", true);
            checkpoint(directory, "abc", "chk-11", false);
            checkpoint(directory, "other", "chk-12", true);

            assertThat(killed.resumePoint(directory))
                    .contains(directory.checkpoints().resolve("abc").resolve("chk-10"));
        }
    }

    @Test
    void finishedRunLeavesNothingToGoOnFrom(@TempDir Path root) {
        try (RunDirectory directory = RunDirectory.kept(root)) {
            assertThat(FRESH.withRunningJob("abc").finished().resumePoint(directory)).isEmpty();
        }
    }

    @Test
    void takenIsCountedFromTheStartOfEachPartition() {
        assertThat(FRESH.taken(Map.of(0, 9L, 1, 2L))).isEqualTo(4 + 2);
        assertThat(FRESH.taken(Map.of(0, 9L, 2, 7L)))
                .as("a partition that was added later counts from its beginning")
                .isEqualTo(4 + 7);
    }

    @Test
    void strangeFileIsRefusedByName(@TempDir Path root) throws Exception {
        try (RunDirectory directory = RunDirectory.kept(root)) {
            Files.writeString(
                    root.resolve("run.json"), "{\"job\":\"counting\",\"color\":\"blue\"}");

            assertThatThrownBy(() -> KeptRun.readFrom(directory))
                    .isInstanceOf(WrongUsage.class)
                    .hasMessageContaining(root.toString())
                    .hasMessageContaining("run.json");
        }
    }

    @Test
    void directoryInUseIsRefused(@TempDir Path root) {
        try (RunDirectory directory = RunDirectory.kept(root)) {
            assertThat(directory.isKept()).isTrue();
            assertThatThrownBy(() -> RunDirectory.kept(root))
                    .isInstanceOf(WrongUsage.class)
                    .hasMessageContaining("--keep=" + root);
        }
        RunDirectory.kept(root).close();
    }

    @Test
    void onlyTheStateThatIsNeededStays(@TempDir Path root) throws Exception {
        try (RunDirectory directory = RunDirectory.kept(root)) {
            checkpoint(directory, "abc", "chk-1", true);
            Path old = Files.createDirectories(directory.savepoints().resolve("savepoint-1"));
            Path needed = Files.createDirectories(directory.savepoints().resolve("savepoint-2"));

            directory.deleteStateExcept(Optional.of(needed));

            assertThat(needed).exists();
            assertThat(old).doesNotExist();
            assertThat(directory.checkpoints()).isEmptyDirectory();
        }
    }

    @Test
    void temporaryDirectoryIsGoneAfterwards() throws Exception {
        RunDirectory directory = RunDirectory.temporary();
        Files.writeString(directory.scratch().resolve("file"), "text");

        directory.close();

        assertThat(directory.root()).doesNotExist();
    }

    private static void checkpoint(
            RunDirectory directory, String job, String name, boolean complete) throws Exception {
        Path path = Files.createDirectories(directory.checkpoints().resolve(job).resolve(name));
        if (complete) {
            Files.createFile(path.resolve("_metadata"));
        }
    }
}
