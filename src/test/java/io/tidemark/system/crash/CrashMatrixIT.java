package io.tidemark.system.crash;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.crash.Mutants.Mutant;
import io.tidemark.system.guarantee.Violation.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/**
 * Plays the {@link Matrix} and the {@link Mutants}; the report is {@code target/crash-matrix.md}.
 *
 * <p>In every build each point is played once, at a sink that the seed chooses, and some of the
 * mutants; clocks that jump are not, for they take minutes. {@code mvn verify -Pcrash-matrix} plays
 * all of it, {@code -Dseeds=N} with N journals; {@code -Dtidemark.cell=PATTERN} plays the cells in
 * whose names the regular expression is found. A cell for which a tool is missing is skipped, but
 * fails in the whole of it.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // a cell
class CrashMatrixIT {

    private static final long SEED = Long.getLong("tidemark.seed", new Random().nextLong());
    private static final int SEEDS = Integer.getInteger("seeds", 1);
    private static final Report REPORT = new Report(SEED, SEEDS);
    private static final String PATTERN = System.getProperty("tidemark.cell", "");
    private static final boolean ALL_IS_WANTED =
            System.getProperty("tidemark.matrix", "").equals("whole");
    private static final boolean WHOLE = ALL_IS_WANTED || !PATTERN.isEmpty();
    private static final int MUTANTS_IN_EVERY_BUILD = 2;

    private static @Nullable Installation installation;
    private static int played;

    static Stream<Play> cells() {
        return plays(WHOLE ? Matrix.cells() : Matrix.eachPointOnce(SEED));
    }

    static Stream<Play> soundTwins() {
        return plays(mutantsPlayed().map(Mutant::sound).distinct().toList());
    }

    static Stream<Arguments> mutants() {
        return mutantsPlayed()
                .flatMap(
                        mutant ->
                                plays(List.of(mutant.broken()))
                                        .map(play -> Arguments.of(play, mutant.symptom())));
    }

    private static Stream<Mutant> mutantsPlayed() {
        List<Mutant> mutants = new ArrayList<>(Mutants.all());
        if (!WHOLE) {
            Collections.shuffle(mutants, new Random(SEED));
            mutants.subList(MUTANTS_IN_EVERY_BUILD, mutants.size()).clear();
        }
        return mutants.stream();
    }

    private static Stream<Play> plays(List<Cell> cells) {
        Predicate<String> wanted = Pattern.compile(PATTERN).asPredicate();
        return LongStream.range(SEED, SEED + SEEDS)
                .boxed()
                .flatMap(
                        seed ->
                                cells.stream()
                                        .filter(cell -> wanted.test(cell.toString()))
                                        .map(cell -> new Play(cell, seed)));
    }

    @BeforeAll
    static void start(@TempDir Path directory) {
        System.out.println("tidemark.seed=" + SEED);
        installation = Installation.start(directory);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("cells")
    void holds(Play play) throws Exception {
        Outcome outcome = outcome(play);
        assertThat(outcome.isSound()).as("%s: %s", play, outcome.broken()).isTrue();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("soundTwins")
    void twinWithoutFlawHolds(Play play) throws Exception {
        holds(play);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("mutants")
    void mutantIsCaught(Play play, Kind symptom) throws Exception {
        assertThat(outcome(play).kinds()).as("%s", play).contains(symptom);
    }

    private static Outcome outcome(Play play) throws Exception {
        long began = System.nanoTime();
        try {
            Outcome outcome =
                    Outcome.of(
                            play.cell(),
                            requireNonNull(installation),
                            "cell" + ++played,
                            play.seed());
            REPORT.played(play, outcome, System.nanoTime() - began);
            return outcome;
        } catch (TestAbortedException toolMissing) {
            if (!ALL_IS_WANTED) {
                REPORT.skipped(play, toolMissing);
                System.out.println("SKIPPED " + play + ": " + toolMissing.getMessage());
                throw toolMissing;
            }
            AssertionError missing =
                    new AssertionError("inconclusive: " + toolMissing.getMessage(), toolMissing);
            REPORT.inconclusive(play, System.nanoTime() - began, missing);
            throw missing;
        } catch (Exception | AssertionError failed) {
            REPORT.inconclusive(play, System.nanoTime() - began, failed);
            throw failed;
        }
    }

    @AfterAll
    static void stop() {
        REPORT.write(Path.of(System.getProperty("tidemark.house"), "target", "crash-matrix.md"));
        if (installation != null) {
            installation.close();
        }
        assertThat(played).as("cells that match tidemark.cell=%s", PATTERN).isPositive();
    }
}
