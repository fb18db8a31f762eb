package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.late.LatenessGate.GatedStream;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SeededRandom.class)
class LatenessGateTest {

    private static final GateCase MINUTES =
            new GateCase(List.of(), 60_000, 10_000, 1, 60_000, 30_000);

    @RepeatedTest(60)
    void judgesEachRowByTheRowsBeforeItInItsPartition(Random random) throws Exception {
        GateCheck.run(LatenessGateTest::gate, Backend.HEAP, Disturbance.none(), random);
    }

    @RepeatedTest(6)
    void judgesTheSameWithASnapshotAndRestoreAfterEachStep(Random random) throws Exception {
        GateCheck.run(LatenessGateTest::gate, Backend.HEAP, Disturbance.restoringEvery(1), random);
    }

    @RepeatedTest(10)
    void judgesTheSameWhenWorkIsLostAndDoneAgain(Random random) throws Exception {
        GateCheck.run(
                LatenessGateTest::gate,
                Backend.HEAP,
                Disturbance.restoringEvery(3).losing(1 + random.nextInt(10)),
                random);
    }

    @RepeatedTest(10)
    void judgesTheSameThroughRescales(Random random) throws Exception {
        GateCheck.run(
                LatenessGateTest::gate,
                Backend.HEAP,
                Disturbance.restoringEvery(5).rescaling(1, 2, 1, 4).losing(2),
                random);
    }

    @RepeatedTest(3)
    void judgesTheSameOnRocksDb(Random random) throws Exception {
        GateCheck.run(
                LatenessGateTest::gate,
                Backend.ROCKSDB,
                Disturbance.restoringEvery(15).rescaling(1, 2),
                random);
    }

    @RepeatedTest(10)
    void judgesTheSameHoweverThePartitionsAreInterleaved(Random random) throws Exception {
        // One case, two orders: each must give the reference's verdicts, which know no order.
        long seed = random.nextLong();
        for (int order = 0; order < 2; order++) {
            Random sameCase = new Random(seed);
            GateCase gate = GateCase.random(sameCase);
            DataStream<Row> rows = TestStream.of(Row.TYPE);
            GatedStream<Row> gated = gate(gate, rows);
            Outcome<Row> outcome =
                    Replay.through(rows, gated.passed())
                            .leavingEntries(2 * gate.partitions().size())
                            .run(gate.interleaved(random));
            assertThat(outcome.side(gated.late()))
                    .containsExactlyInAnyOrderElementsOf(
                            gate.partitions().stream()
                                    .flatMap(log -> GateReference.judge(gate, log).late().stream())
                                    .toList());
        }
    }

    @Test
    void handsWatermarksOnUntouched() throws Exception {
        DataStream<Row> rows = TestStream.of(Row.TYPE);
        GatedStream<Row> gated = gate(MINUTES, rows);
        Outcome<Row> outcome =
                Replay.through(rows, gated.passed())
                        .run(History.<Row>empty().watermark(-1).watermark(59_999));
        assertThat(outcome.watermarks()).containsExactly(-1L, 59_999L, Long.MAX_VALUE);
    }

    @Test
    void refusesAStrategyWhoseStateNoCheckpointCanKeep() {
        assertThatThrownBy(
                        () ->
                                LatenessGate.judging(
                                        WatermarkStrategy.<Row>forBoundedOutOfOrderness(
                                                Duration.ofSeconds(1)),
                                        WindowEnds.tumbling(Duration.ofMinutes(1)),
                                        Row::partition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BoundedOutOfOrdernessWatermarks")
                .hasMessageContaining("without withIdleness");
    }

    @Test
    void aRowIsLateFromTheMillisecondAtWhichItsWindowIsGone() throws Exception {
        // Window [0, 60 s), delay 10 s, lateness 30 s: gone when W >= 89,999, so when max >= 100 s.
        assertThat(judged(99_999, 59_999)).hasSize(2);
        assertThat(judged(100_000, 59_999)).hasSize(1);
    }

    @Test
    void aRowIsMarkedFromTheMillisecondAtWhichTheWatermarkIsNotBeforeIt() throws Exception {
        // Delay 10 s, so W = max - 10 s - 1.
        assertThat(judged(70_000, 60_000))
                .extracting(Row::met)
                .containsExactly(Long.MIN_VALUE, Long.MIN_VALUE);
        assertThat(judged(70_001, 60_000))
                .extracting(Row::met)
                .containsExactly(Long.MIN_VALUE, 60_000L);
    }

    private static List<Row> judged(long... times) throws Exception {
        History<Row> history = History.empty();
        for (int i = 0; i < times.length; i++) {
            history.element(new Row(0, i, times[i], times[i]), times[i]);
        }
        DataStream<Row> rows = TestStream.of(Row.TYPE);
        GatedStream<Row> gated = gate(MINUTES, rows);
        return Replay.through(rows, gated.passed()).leavingEntries(2).run(history).values();
    }

    @Test
    void aLateRowTellsHowLateItWasAndWhatItMissed() throws Exception {
        DataStream<Row> rows = TestStream.of(Row.TYPE);
        GatedStream<Row> gated = gate(MINUTES, rows);
        Row newest = new Row(7, 0, 200_000, 200_000);
        Row late = new Row(7, 1, 30_000, 200_001);
        Outcome<Row> outcome =
                Replay.through(rows, gated.passed())
                        .leavingEntries(2)
                        .run(
                                History.<Row>empty()
                                        .element(newest, newest.time())
                                        .element(late, late.time()));
        assertThat(outcome.side(gated.late()))
                .containsExactly(new Late<>(late, 30_000, 189_999, 60_000, late.partition()));
        assertThat(outcome.side(gated.late()).get(0).lateByMillis()).isEqualTo(159_999);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPartitionThatWasIdleFindsItsWindowsClosedAlsoAfterARestore(boolean restored)
            throws Exception {
        // The others have closed [0, 60 s) and [60 s, 120 s); partition 7 knows nothing of it.
        DataStream<Row> rows = TestStream.of(Row.TYPE);
        GatedStream<Row> gated = gate(MINUTES, rows);
        Row before = new Row(7, 0, 10_000, 10_000);
        Row behindAll = new Row(7, 1, 30_000, 30_000);
        Row behind = new Row(7, 2, 61_000, 61_000);
        Outcome<Row> outcome =
                Replay.through(rows, gated.passed())
                        .leavingEntries(2)
                        .under(
                                restored
                                        ? Disturbance.restoringEvery(1).rescaling(1, 3, 2)
                                        : Disturbance.none())
                        .run(
                                History.<Row>empty()
                                        .element(before, before.time())
                                        .watermark(119_999)
                                        .element(behindAll, behindAll.time())
                                        .element(behind, behind.time()));
        assertThat(outcome.side(gated.late()))
                .containsExactly(
                        new Late<>(behindAll, 30_000, 119_999, 60_000, behindAll.partition()));
        assertThat(outcome.values()).containsExactly(before, behind.behind(119_999));
    }

    @Test
    void typesKnowNoKryo() {
        TypeInformation<Late<Row>> late = Late.type(Row.TYPE);
        assertThat(late).isInstanceOf(PojoTypeInfo.class);
        assertThat(((PojoTypeInfo<?>) late).getPojoFieldAt(0).getTypeInformation())
                .isEqualTo(Row.TYPE);
        assertThat(TypeInformation.of(LedgerEntry.class)).isInstanceOf(PojoTypeInfo.class);
    }

    @Test
    void refusesANegativeLateness() {
        LatenessGate<Row> gate =
                LatenessGate.judging(
                        MINUTES.strategy(),
                        WindowEnds.tumbling(Duration.ofMinutes(1)),
                        Row::partition);
        assertThatThrownBy(() -> gate.allowing(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lateness=PT-0.001S is negative: give 0 or more");
    }

    static GatedStream<Row> gate(GateCase gate, DataStream<Row> rows) {
        SteppedDelay strategy = gate.strategy();
        LatenessGate<Row> strict =
                LatenessGate.judging(
                        strategy,
                        WindowEnds.tumbling(Duration.ofMillis(gate.windowSize())),
                        Row::partition);
        return strict.allowing(Duration.ofMillis(gate.allowedLateness()))
                .marking(Row::behind)
                .countingAhead(strategy::isAhead)
                .applyTo(rows, Row.TYPE, "gate");
    }
}
