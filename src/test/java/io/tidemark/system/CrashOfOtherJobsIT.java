package io.tidemark.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.rollingspend.RollingSpendJob;
import io.tidemark.jobs.trendingproducts.TrendingProductsJob;
import io.tidemark.jobs.usersessions.UserSessionsJob;
import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.LedgerAddsUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The jobs beside {@code orders-per-minute}, each twice over the same random history: undisturbed,
 * and with a fault, a killed TaskManager, and a stop with a savepoint from which it goes on at
 * another parallelism, all at random points. An outside reader finds the same.
 *
 * <p>{@code -Dtidemark.histories=N} runs N histories of each job.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.HOURS)
class CrashOfOtherJobsIT {

    private static final int RECORDS = 3000;
    private static final int HISTORIES = Integer.getInteger("tidemark.histories", 1);

    private final long seed = OrderHistory.seed();

    /**
     * A job.
     *
     * @param events where in a row stands how many orders it accounts for; empty for one a row
     * @param eachRowOnce whether the number of rows is the same in every run if no lateness is
     *     allowed
     */
    private record Job(
            String name, OrderJob<?, ?> job, String events, boolean eachRowOnce, String... own) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Job> jobs() {
        return Stream.of(
                new Job(
                        "trending-products",
                        TrendingProductsJob.JOB,
                        "/settled",
                        true,
                        "--window=20s",
                        "--hop=5s",
                        "--top=3"),
                new Job("rolling-spend", RollingSpendJob.JOB, "", true, "--range=20s"),
                new Job("user-sessions", UserSessionsJob.JOB, "/count", false, "--gap=400ms"));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void crashesAndRestartsChangeNothing(Job job, RealParts parts) throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            check(job, parts, seed + i);
        }
    }

    private static void check(Job job, RealParts parts, long seed) throws Exception {
        Random random = new Random(seed);
        boolean late = random.nextBoolean();
        String run = "%s, lateness %s, seed %d".formatted(job, late, seed);
        List<String> arguments = arguments(job, late);
        List<Fed> history = OrderHistory.random(seed, 3, RECORDS);

        Scene calm = Scene.with(parts, 3);
        calm.feed(history);
        start(job, calm, arguments).with("--until-end").start().awaitFinished();
        Scene rough = Scene.with(parts, 3);
        rough.feed(history);
        crash(job, rough, arguments, parts, random, Valve.open());

        Found others = ReadCommitted.allButResults(parts, rough);
        Found calmOthers = ReadCommitted.allButResults(parts, calm);
        RowsByKey expected = RowsByKey.committed(parts, calm);
        RowsByKey found = RowsByKey.committed(parts, rough);
        assertThat(expected.size()).as("rows, %s", run).isGreaterThan(10);
        if (job.eachRowOnce() && !late) {
            SameAsModel.same(found.texts(), expected.texts(), "rows, " + run);
        }
        found.check(expected, run);
        assertThat(calmOthers.late()).as("late orders, %s", run).isNotEmpty();
        SameAsModel.same(others.late(), calmOthers.late(), "late orders, " + run);
        SameAsModel.same(
                deadLetters(others, rough), deadLetters(calmOthers, calm), "dead letters, " + run);
        assertThat(others.ledger()).as("ledger, %s", run).isEqualTo(calmOthers.ledger());

        assertThat(onTime(job, parts, rough))
                .as("admitted, %s", run)
                .isEqualTo(others.account("admitted"));
        Guarantee.check("in, " + run, accounts(job, parts, rough), new LedgerAddsUp());
    }

    @Test
    void mutantThatLosesARecordAfterItsCrashesIsCaught(RealParts parts) throws Exception {
        Job job = jobs().skip(1).findFirst().orElseThrow();
        Scene scene = Scene.with(parts, 3);
        scene.feed(OrderHistory.random(seed, 3, RECORDS));
        Valve losing = Valve.open();
        losing.loseOneAfter(10);

        crash(job, scene, arguments(job, false), parts, new Random(seed), losing);

        assertThat(new LedgerAddsUp().violations(accounts(job, parts, scene)))
                .as("in, seed %d", seed)
                .singleElement()
                .asString()
                .contains("in = " + scene.recordsIn(), "sum up to " + (scene.recordsIn() - 1));
    }

    /** The rows since the last checkpoint, which only a transaction takes back, stand twice. */
    @ParameterizedTest
    @MethodSource("jobs")
    void mutantWithoutTransactionsIsCaught(Job job, RealParts parts) {
        Scene scene = Scene.with(parts, 3);
        scene.feed(OrderHistory.random(seed, 3, RECORDS));
        Valve valve = Valve.holdingAfter(RECORDS / 3);
        RunningJob running =
                start(job, scene, arguments(job, false))
                        .with("--delivery=at-least-once")
                        .checkpointsOnlyOnDemand()
                        .through(valve)
                        .start();
        valve.awaitHeld();
        running.checkpoint();
        int before = RowsByKey.committed(parts, scene).size();
        valve.holdAfter(RECORDS - 100);
        valve.awaitHeld();
        Awaitility.await("rows written since the checkpoint")
                .until(() -> RowsByKey.committed(parts, scene).size() > before + 3);
        valve.failAfter(0);
        valve.holdAfter(RECORDS);
        valve.awaitFault();
        valve.openWide();
        running.checkpointUntilCaughtUp().drain();

        assertThat(new EffectOnce().violations(RowsByKey.committed(parts, scene).updates()))
                .as("rows that stand twice, seed %d", seed)
                .isNotEmpty();
    }

    private static long onTime(Job job, RealParts parts, Scene scene) {
        return RowsByKey.committed(parts, scene).table().values().stream()
                .mapToLong(row -> events(job, row))
                .sum();
    }

    /** Both sides of {@code in = on time + late + duplicates + rejected} of a drained job. */
    private static History accounts(Job job, RealParts parts, Scene scene) {
        Found others = ReadCommitted.allButResults(parts, scene);
        return new History()
                .in(scene.recordsIn())
                .account("on time", onTime(job, parts, scene))
                .account("late", others.late().size())
                .account("duplicates", others.account("duplicate"))
                .account("rejected", others.deadLetters().size());
    }

    private static List<String> arguments(Job job, boolean late) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--key-field=country",
                                "--watermark-delay=5s",
                                "--watermark-step=7ms",
                                "--allowed-lateness=" + (late ? "15s" : "0s"),
                                "--idle-after=0s"));
        arguments.addAll(List.of(job.own()));
        return arguments;
    }

    private static JobStart start(Job job, Scene scene, List<String> arguments) {
        return scene.job().of(job.job()).with(arguments.toArray(String[]::new));
    }

    /**
     * Checkpoints, reads on and throws a fault, so that what was done since is done again; reads on
     * and loses a TaskManager; stops with a savepoint; goes on from there to the end.
     */
    private static void crash(
            Job job,
            Scene scene,
            List<String> arguments,
            RealParts parts,
            Random random,
            Valve last)
            throws Exception {
        int first = RECORDS / 6 + random.nextInt(RECORDS / 6);
        Valve valve = Valve.holdingAfter(first);
        RunningJob running =
                start(job, scene, arguments)
                        .parallelism(4) // Each TaskManager has a task to lose.
                        .checkpointsOnlyOnDemand()
                        .through(valve)
                        .start();
        valve.awaitHeld();
        running.checkpoint();

        int readers = valve.readersOpened();
        int fault = first + 1 + random.nextInt(RECORDS / 3);
        valve.failAfter(fault);
        valve.holdAfter(fault + 100); // Whichever reader comes by next throws it.
        valve.awaitFault();
        valve.awaitRestart(readers);
        // What has passed since the checkpoint passes, and is counted, a second time.
        valve.holdAfter(2L * fault - first + 1 + random.nextInt(RECORDS / 6));
        valve.awaitHeld();
        if (random.nextBoolean()) {
            running.checkpoint();
        }

        readers = valve.readersOpened();
        parts.killATaskManager();
        valve.awaitRestart(readers);
        String savepoint = running.stopWithSavepoint();
        assertThat(scene.recordsRead())
                .as("inconclusive: records left for the next start")
                .isBetween(1L, scene.recordsIn() - 1);

        start(job, scene, arguments)
                .parallelism(1 + random.nextInt(4))
                .checkpointsOnlyOnDemand()
                .from(savepoint)
                .through(last)
                .start()
                .checkpointUntilCaughtUp()
                .drain();
    }

    private static long events(Job job, String row) {
        JsonNode json = Json.read(row.getBytes(UTF_8));
        return job.events().isEmpty() ? 1 : json.at(job.events()).asLong();
    }

    private static List<String> deadLetters(Found found, Scene scene) {
        return found.deadLetters().stream()
                .map(letter -> letter.replace(scene.topic(), "orders"))
                .toList();
    }
}
