package io.tidemark.system.crash;

import static java.util.Objects.requireNonNull;

import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays the {@link Matrix}; the report is {@code target/crash-matrix.md}.
 *
 * <p>{@code -Dtidemark.cell=TEXT} plays the cells whose names have the text in them.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class CrashMatrixIT {

    private static final Report REPORT = new Report();
    private static final long SEED = Long.getLong("tidemark.seed", new Random().nextLong());

    private static @Nullable Installation installation;
    private static int played;

    static Stream<Cell> cells() {
        String wanted = System.getProperty("tidemark.cell", "");
        return Matrix.cells().stream().filter(cell -> cell.toString().contains(wanted));
    }

    @BeforeAll
    static void start(@TempDir Path directory) {
        System.out.println("tidemark.seed=" + SEED);
        installation = Installation.start(directory);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void holds(Cell cell) throws Exception {
        long began = System.nanoTime();
        Installation parts = requireNonNull(installation);
        parts.mend();
        Stage stage = new Stage(parts, cell.outside(), "cell" + ++played, SEED);
        try {
            Ending ending = cell.story().play(stage);
            if (ending.unfinished()) {
                stage.finish();
            }
            History history = stage.history(ending);
            List<Violation> broken = Guarantee.violations(history, cell.outside().promises());
            REPORT.played(cell, ending, broken, stage.recovery(), since(began));
            if (ending.notPromised().isEmpty()) {
                Guarantee.check(cell + ", seed " + SEED, history, cell.outside().promises());
            }
        } catch (Exception | AssertionError failed) {
            REPORT.inconclusive(cell, since(began), failed);
            throw failed;
        } finally {
            stage.clear();
        }
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @AfterAll
    static void stop() {
        REPORT.write(Path.of(System.getProperty("tidemark.house"), "target", "crash-matrix.md"));
        if (installation != null) {
            installation.close();
        }
    }
}
