package io.tidemark.system.crash;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays the {@link Matrix} and the {@link Mutants}; the report is {@code target/crash-matrix.md}.
 *
 * <p>{@code -Dtidemark.cell=PATTERN} plays the cells in whose names the regular expression is found.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class CrashMatrixIT {

    private static final Report REPORT = new Report();
    private static final long SEED = Long.getLong("tidemark.seed", new Random().nextLong());

    private static @Nullable Installation installation;
    private static int played;

    static Stream<Cell> cells() {
        return chosen(Matrix.cells());
    }

    static Stream<Cell> soundTwins() {
        return chosen(Mutants.sound());
    }

    static Stream<Cell> mutants() {
        return chosen(Mutants.broken());
    }

    private static Stream<Cell> chosen(List<Cell> cells) {
        Predicate<String> wanted =
                Pattern.compile(System.getProperty("tidemark.cell", "")).asPredicate();
        return cells.stream().filter(cell -> wanted.test(cell.toString()));
    }

    @BeforeAll
    static void start(@TempDir Path directory) {
        System.out.println("tidemark.seed=" + SEED);
        installation = Installation.start(directory);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void holds(Cell cell) throws Exception {
        Outcome outcome = play(cell);
        assertThat(outcome.isSound()).as("%s, seed %d: %s", cell, SEED, outcome.broken()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("soundTwins")
    void twinWithoutFlawHolds(Cell cell) throws Exception {
        assertThat(play(cell).broken()).as("%s, seed %d", cell, SEED).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void mutantIsCaught(Cell cell) throws Exception {
        assertThat(play(cell).broken()).as("%s, seed %d", cell, SEED).isNotEmpty();
    }

    private static Outcome play(Cell cell) throws Exception {
        long began = System.nanoTime();
        try {
            Outcome outcome =
                    Outcome.of(cell, requireNonNull(installation), "cell" + ++played, SEED);
            REPORT.played(cell, outcome, System.nanoTime() - began);
            return outcome;
        } catch (Exception | AssertionError failed) {
            REPORT.inconclusive(cell, System.nanoTime() - began, failed);
            throw failed;
        }
    }

    @AfterAll
    static void stop() {
        REPORT.write(Path.of(System.getProperty("tidemark.house"), "target", "crash-matrix.md"));
        if (installation != null) {
            installation.close();
        }
    }
}
