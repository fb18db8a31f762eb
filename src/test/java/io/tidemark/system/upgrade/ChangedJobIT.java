package io.tidemark.system.upgrade;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import io.tidemark.system.Fed;
import io.tidemark.system.Found;
import io.tidemark.system.JobStart;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.OrderHistory;
import io.tidemark.system.ReadCommitted;
import io.tidemark.system.RealParts;
import io.tidemark.system.Rules;
import io.tidemark.system.RunningJob;
import io.tidemark.system.SameAsModel;
import io.tidemark.system.Scene;
import io.tidemark.system.Valve;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.guarantee.Violation;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job is stopped with a savepoint in the middle of its work, changed, and started again from
 * there beside the same broker, as a user upgrades it: nothing is lost, nothing is doubled.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ChangedJobIT {

    private static final int RECORDS = 1500;
    private static final String WINDOWS = "orders-in-window";

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;

    @Test
    void goesOnAtAnotherParallelism(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = stopInTheMiddle(start(scene).parallelism(1), scene);

        finish(start(scene).parallelism(3).from(savepoint));

        assertSameAsModel(parts, scene);
    }

    @Test
    void goesOnWithOneMoreStatefulOperator(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = stopInTheMiddle(start(scene), scene);
        Found before = ReadCommitted.all(parts, scene);

        finish(start(scene).with("--summary-topic=" + scene.summaryTopic()).from(savepoint));

        assertSameAsModel(parts, scene);
        List<JsonNode> summaries = ReadCommitted.summaries(parts, scene);
        JsonNode totals = summaries.get(summaries.size() - 1).required("totals");
        Map<String, Long> sinceTheUpgrade = new HashMap<>();
        ReadCommitted.all(parts, scene)
                .ledger()
                .forEach(
                        (account, total) ->
                                sinceTheUpgrade.put(account, total - before.account(account)));
        sinceTheUpgrade.forEach(
                (account, count) ->
                        assertThat(totals.required(account).asLong())
                                .as("%s since the upgrade by the summary, %s", account, run)
                                .isEqualTo(count));
    }

    @Test
    void goesOnWithOneMoreFieldInARecordOfTheState(RealParts parts, @TempDir Path directory)
            throws Exception {
        Scene scene = scene(parts);
        CodeInJar old = CodeInJar.compiled("before", "OrderTally", directory);
        CodeInJar changed = CodeInJar.compiled("after", "OrderTally", directory);
        RunningJob first;
        Valve valve = Valve.holdingAfter(RECORDS / 2);
        try (URLClassLoader loader = old.loader()) {
            first =
                    start(scene)
                            .through(valve)
                            .wiredBy(tallying(TallyingJob.of(loader)))
                            .withCodeIn(old.jar())
                            .start();
        }
        String savepoint = stop(first, valve, scene);
        Found before = ReadCommitted.all(parts, scene);

        try (URLClassLoader loader = changed.loader()) {
            RunningJob second =
                    start(scene)
                            .wiredBy(tallying(TallyingJob.of(loader)))
                            .withCodeIn(changed.jar())
                            .from(savepoint)
                            .start()
                            .checkpointUntilCaughtUp();
            assertThat(formOfWindows(second.checkpoint(), changed))
                    .as("form of the windows, which the field has changed")
                    .isNotEqualTo(formOfWindows(savepoint, old));
            second.drain();
        }

        assertSameAsModel(parts, scene);
        assertTheNewestIsKnown(parts, scene, before.results().size());
    }

    private static String formOfWindows(String savepoint, CodeInJar code) throws IOException {
        try (URLClassLoader loader = code.loader()) {
            return requireNonNull(
                    StateForms.in(Path.of(URI.create(savepoint)), loader)
                            .get(WINDOWS + " / keys-of-aligned-windows"));
        }
    }

    /** The field is not only there, it is also filled in. */
    private void assertTheNewestIsKnown(RealParts parts, Scene scene, int rowsBefore) {
        long known =
                ReadCommitted.records(parts, scene.resultsTopic(), IsolationLevel.READ_COMMITTED)
                        .stream()
                        .filter(row -> TallyingJob.newest(row.value()) > 0)
                        .count();
        assertThat(known).as("rows with the new field, %s", run).isPositive();
        assertThat(scene.answer(Rules.NARROW).results().size() - known)
                .as("rows of windows without an order after the upgrade, %s", run)
                .isGreaterThanOrEqualTo(rowsBefore);
    }

    @Test
    void mutantWithAnotherUidIsRefusedAndWithoutItsStateCaught(RealParts parts) {
        Scene scene = scene(parts);
        String savepoint = stopInTheMiddle(start(scene), scene);
        JobStart mutant = start(scene).wiredBy(ChangedJobIT::renamed).from(savepoint);

        Throwable refused = mutant.start().awaitFailed();
        finish(mutant.leavingStateBehind());

        assertThat(ExceptionUtils.stringifyException(refused))
                .contains("Cannot map checkpoint/savepoint state for operator")
                .contains("--allowNonRestoredState");
        History history = new History();
        scene.answer(Rules.NARROW)
                .results()
                .forEach(row -> history.enter(new Entered(row.toString(), row.key(), 0)));
        ReadCommitted.all(parts, scene)
                .results()
                .forEach(row -> history.see(new Effect(row.toString(), row.key())));
        assertThat(Guarantee.violations(history, new NothingLost()))
                .as("windows that were open at the savepoint, %s", run)
                .isNotEmpty()
                .extracting(Violation::kind)
                .containsOnly(Violation.Kind.LOST);
    }

    private Scene scene(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        List<Fed> history = OrderHistory.random(seed, 2, RECORDS);
        scene.feed(history);
        return scene;
    }

    private static JobStart start(Scene scene) {
        return scene.job().judgingBy(Rules.NARROW).checkpointsOnlyOnDemand();
    }

    private static String stopInTheMiddle(JobStart start, Scene scene) {
        Valve valve = Valve.holdingAfter(RECORDS / 2);
        return stop(start.through(valve).start(), valve, scene);
    }

    private static String stop(RunningJob job, Valve valve, Scene scene) {
        valve.awaitHeld();
        String savepoint = job.stopWithSavepoint();
        assertThat(scene.recordsRead())
                .as("inconclusive: records left for the next start")
                .isBetween(1L, scene.recordsIn() - 1);
        return savepoint;
    }

    private static void finish(JobStart start) {
        start.start().checkpointUntilCaughtUp().drain();
    }

    private void assertSameAsModel(RealParts parts, Scene scene) {
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
    }

    private static JobStart.Wiring tallying(OrderJob<OrdersPerMinuteOptions, ?> job) {
        return (env, options, valve) ->
                job.build(env, options, valve.around(OrderJob.source(options.orders())));
    }

    /** The job whose windows go by another uid. */
    private static void renamed(
            StreamExecutionEnvironment env, OrdersPerMinuteOptions options, Valve valve) {
        OrdersPerMinuteJob.JOB.build(env, options, valve.around(OrderJob.source(options.orders())));
        env.getTransformations().stream()
                .flatMap(end -> end.getTransitivePredecessors().stream())
                .filter(each -> WINDOWS.equals(each.getUid()))
                .distinct()
                .forEach(each -> each.setUid("orders-in-a-window"));
    }
}
