package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A key with much to send sends it a portion at a time, and the rows are the same. */
@ExtendWith(SeededRandom.class)
class FiringInPortionsTest {

    private static int histories;
    private static int historiesInPortions;

    private static final TypeInformation<List<Long>> LONGS = Types.LIST(Types.LONG);

    @BeforeEach
    void forget() {
        HastyEngine.STOPS.set(0);
    }

    private static Accumulators<Sale, List<Long>, List<Long>> lists() {
        return new Accumulators<>(
                new Collecting(), LONGS.createSerializer(new SerializerConfigImpl()));
    }

    private static Panes panes(Random random, boolean any) {
        Panes panes =
                switch (random.nextInt(any ? 4 : 3)) {
                    case 0 -> Panes.finalOnly();
                    case 1 -> Panes.accumulating();
                    case 2 -> Panes.retracting();
                    default -> Panes.discarding();
                };
        boolean early = any && !panes.isFinalOnly() && random.nextBoolean();
        return early ? panes.earlyEvery(Duration.ofMillis(1 + random.nextInt(40))) : panes;
    }

    private static WindowPlan plan(Random random, boolean aligned, Panes panes) {
        long lateness = random.nextInt(3) == 0 ? 0 : random.nextInt(200);
        long emptyFor = aligned && random.nextBoolean() ? random.nextInt(500) : -1;
        return Plans.keepingInMemory(
                random.nextBoolean() ? 1 : 10_000, Plans.of(lateness, panes, emptyFor));
    }

    /** Sales in disorder, and a few watermarks that jump far. */
    private static History<Sale> history(Random random) {
        History<Sale> history = History.empty();
        long clock = random.nextInt(2000) - 1000;
        for (int i = 0; i < 150; i++) {
            clock += random.nextInt(12);
            long time = clock - random.nextInt(60);
            history.element(new Sale("s" + random.nextInt(2), time, i), time);
            if (random.nextInt(25) == 0) {
                history.watermark(clock - 30);
            }
            if (random.nextInt(40) == 0) {
                history.barrier();
            }
        }
        return history;
    }

    @RepeatedTest(40)
    void alignedWindows(Random random) throws Exception {
        List<AlignedWindows> windows = new ArrayList<>();
        int kinds = 1 + random.nextInt(3);
        for (int i = 0; i < kinds; i++) {
            long size = 1 + random.nextInt(20);
            long hop = 1 + random.nextInt((int) Math.min(size, 3));
            windows.add(EventTimeWindows.hopping(Duration.ofMillis(size), Duration.ofMillis(hop)));
        }
        WindowPlan plan = plan(random, true, panes(random, true));
        check(
                new AlignedEngine<String, Sale, List<Long>, List<Long>>(windows, plan, lists()),
                WindowResult.type(Types.STRING, LONGS),
                plan,
                random);
    }

    @RepeatedTest(15)
    void sessions(Random random) throws Exception {
        WindowPlan plan = plan(random, false, panes(random, true));
        SessionWindows<Sale> windows =
                EventTimeWindows.sessions(Duration.ofMillis(1 + random.nextInt(8)));
        check(
                new SessionEngine<String, Sale, List<Long>, List<Long>>(windows, plan, lists()),
                WindowResult.type(Types.STRING, LONGS),
                plan,
                random);
    }

    @RepeatedTest(15)
    void sliding(Random random) throws Exception {
        WindowPlan plan = plan(random, false, panes(random, false));
        int events = random.nextBoolean() ? SlidingRange.ALL : 1 + random.nextInt(5);
        check(
                new SlidingEngine<String, Sale, List<Long>, List<Long>>(
                        new SlidingRange(1 + random.nextInt(50), events),
                        plan,
                        lists(),
                        Sale.TYPE.createSerializer(new SerializerConfigImpl())),
                SlidingResult.type(Sale.TYPE, LONGS),
                plan,
                random);
    }

    /** A history may be so small that nothing is left for later, but not many are. */
    @AfterAll
    static void somethingWasLeftForLater() {
        assertThat(2 * historiesInPortions).isGreaterThanOrEqualTo(histories);
    }

    /** With and without haste, the same rows, late events and updates. */
    private static <O, H extends HotKey<String>> void check(
            WindowEngine<String, Sale, O, H> engine,
            TypeInformation<O> type,
            WindowPlan plan,
            Random random)
            throws Exception {
        History<Sale> history = history(random);
        Disturbance disturbance =
                random.nextBoolean() ? Disturbance.none() : Disturbance.restoringEvery(50);

        List<String> expected = run(engine, type, plan, history, disturbance);
        assertThat(HastyEngine.STOPS).hasValue(0);
        List<String> portions = run(new HastyEngine<>(engine), type, plan, history, disturbance);

        assertThat(portions).isEqualTo(expected);
        histories++;
        historiesInPortions += HastyEngine.STOPS.get() > 0 ? 1 : 0;
    }

    private static <O, H extends HotKey<String>> List<String> run(
            WindowEngine<String, Sale, O, H> engine,
            TypeInformation<O> type,
            WindowPlan plan,
            History<Sale> history,
            Disturbance disturbance)
            throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        KeyedStream<Sale, String> keyed = input.keyBy(Sale::shop, Types.STRING);
        WindowedResults<O, Sale> windows = WindowedResults.of(keyed, engine, type, plan, "windows");
        Outcome<O> outcome =
                Replay.through(input, windows.results()).under(disturbance).run(history);
        List<String> all = new ArrayList<>();
        outcome.values().forEach(row -> all.add(row.toString()));
        outcome.side(windows.late()).forEach(late -> all.add(late.toString()));
        all.sort(String::compareTo);
        return all;
    }

    /** A key that is a thousand windows behind, and barriers on the way. */
    @Test
    void aBarrierWaitsForAPortionOfAKeyAndNotForAllOfIt() throws Exception {
        AlignedWindows hopping =
                EventTimeWindows.hopping(Duration.ofMillis(1000), Duration.ofMillis(1));
        WindowPlan plan = Plans.of(0, Panes.finalOnly(), -1);
        List<WindowResult<String, List<Long>>> rows = new ArrayList<>();
        SlowHarness harness = SlowHarness.of(hopping, plan);
        harness.open();
        harness.sale(1, 0, 7);
        harness.run();
        harness.processWatermark(new Watermark(2000));
        long started = harness.getProcessingTime();
        int slices = 1;
        while (harness.watermarks().isEmpty()) {
            harness.stand();
            rows.addAll(harness.rows());
            assertThat(rows).hasSizeLessThan(1001);
            OperatorSubtaskState snapshot = harness.snapshot(slices, slices);
            harness.close();

            harness = SlowHarness.of(hopping, plan);
            harness.initializeState(snapshot);
            harness.open();
            harness.run();
            started = harness.getProcessingTime();
            harness.processWatermark(new Watermark(2000));
            // A slice, and what lies between two looks at the clock.
            assertThat(harness.getProcessingTime() - started).isLessThanOrEqualTo(100 + 64);
            slices++;
        }
        harness.stand();
        rows.addAll(harness.rows());
        harness.snapshot(slices, slices);
        assertThat(harness.numKeyedStateEntries()).as("besides the watermark").isEqualTo(1);
        assertThat(harness.numEventTimeTimers()).isZero();
        harness.close();

        assertThat(slices).isGreaterThan(5);
        assertThat(rows).hasSize(1000).doesNotHaveDuplicates();
    }

    @Test
    void anEventThatComesBetweenPortionsFindsAllSent() throws Exception {
        SlowHarness harness =
                SlowHarness.of(
                        EventTimeWindows.hopping(Duration.ofMillis(1000), Duration.ofMillis(1)),
                        Plans.of(0, Panes.finalOnly(), -1));
        harness.open();
        harness.sale(1, 0, 7);
        harness.run();
        harness.processWatermark(new Watermark(500));
        assertThat(harness.rows()).hasSizeLessThan(500);
        harness.stand();
        harness.sale(1, 400, 8);

        assertThat(harness.rows()).hasSize(501).allMatch(row -> row.value().equals(List.of(7L)));
        harness.nextSlice();
        harness.processWatermark(new Watermark(501));
        assertThat(harness.watermarks()).containsExactly(500L, 501L);
        assertThat(harness.rows().get(501).value()).containsExactly(7L, 8L);
        harness.close();
    }
}
