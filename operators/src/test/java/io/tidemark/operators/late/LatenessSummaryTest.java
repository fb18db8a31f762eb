package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.operators.late.BrokenSummary.Fault;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Chain;
import io.tidemark.operators.testing.ChainStep;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(SeededRandom.class)
class LatenessSummaryTest {

    private static final long EVERY = 60_000;
    private static final TypeInformation<Late<Row>> LATE = Late.type(Row.TYPE);
    private static final LatenessSummary<Row> SUMMARY =
            LatenessSummary.<Row>byKey(row -> "key" + row.offset()).every(Duration.ofMillis(EVERY));

    /** From late events in one to four subtasks to summaries in one. */
    @RepeatedTest(20)
    void tellsOfEachLateEventOnceThroughRestoresLossesAndRescales(Random random) throws Exception {
        SummaryReference reference = new SummaryReference(EVERY);
        List<ChainStep<Late<Row>>> steps = new ArrayList<>();
        long clock = 0;
        for (int i = 0; i < 120; i++) {
            int kind = random.nextInt(12);
            if (kind == 0) {
                steps.add(new ChainStep.Barrier<>());
                reference.barrier();
            } else if (kind == 1) {
                int inputs = 1 + random.nextInt(4);
                steps.add(new ChainStep.Restore<>(inputs, 1, random.nextInt(6)));
                reference.barrier();
            } else if (kind == 2) {
                clock += random.nextInt(100_000);
                steps.add(new ChainStep.Clock<>(clock));
                reference.clock(clock);
            } else {
                Late<Row> late = late(random);
                steps.add(new ChainStep.Element<>(random.nextInt(4), late, late.eventTime()));
                reference.late(late);
            }
        }
        DataStream<Late<Row>> late = TestStream.of(LATE);
        SingleOutputStreamOperator<LedgerSummary> summaries =
                SUMMARY.summarized(SUMMARY.tallied(late, "tally"), "summary");

        Outcome<LedgerSummary> outcome = Chain.through(late, summaries, Backend.HEAP).run(2, steps);

        SummaryReference.check(outcome.values(), reference.end());
    }

    @RepeatedTest(5)
    void goesOnWithARestoreAfterEachStep(Random random) throws Exception {
        check(Fault.NONE, Disturbance.restoringEvery(1), random);
    }

    @RepeatedTest(5)
    void goesOnWhenWorkIsLost(Random random) throws Exception {
        check(Fault.NONE, Disturbance.restoringEvery(4).losing(3), random);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theCheckCatches(Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(
                random,
                20,
                history -> check(fault, Disturbance.restoringEvery(4).losing(3), history));
    }

    /** Even if it were made parallel, what all summaries tell would add up. */
    @RepeatedTest(3)
    void losesNothingInSeveralSubtasks(Random random) throws Exception {
        History<LatenessFigures> history = History.empty();
        SummaryReference reference = new SummaryReference(EVERY);
        write(history, reference, 0, random);
        DataStream<LatenessFigures> figures = TestStream.of(LatenessFigures.TYPE);

        List<LedgerSummary> summaries =
                Replay.through(figures, SUMMARY.summarized(figures, "summary"))
                        .under(Disturbance.restoringEvery(5).rescaling(1, 3, 2).losing(2))
                        .run(history)
                        .values();

        Map<LedgerAccount, Long> totals = totals(reference.end());
        for (LedgerAccount account : LedgerAccount.values()) {
            assertThat(summaries.stream().mapToLong(one -> one.increment(account)).sum())
                    .isEqualTo(totals.getOrDefault(account, 0L));
        }
    }

    private static Map<LedgerAccount, Long> totals(List<SummaryReference.Period> periods) {
        Map<LedgerAccount, Long> totals = new EnumMap<>(LedgerAccount.class);
        periods.forEach(
                period ->
                        period.entries()
                                .forEach(
                                        entry ->
                                                totals.merge(
                                                        entry.account(),
                                                        entry.increment(),
                                                        Long::sum)));
        return totals;
    }

    private static void check(Fault fault, Disturbance disturbance, Random random)
            throws Exception {
        History<LatenessFigures> history = History.empty();
        SummaryReference reference = new SummaryReference(EVERY);
        write(history, reference, disturbance.everySteps(), random);
        DataStream<LatenessFigures> figures = TestStream.of(LatenessFigures.TYPE);
        SingleOutputStreamOperator<LedgerSummary> summaries =
                figures.transform(
                        "summary",
                        TypeInformation.of(LedgerSummary.class),
                        new BrokenSummary(EVERY, fault));

        Outcome<LedgerSummary> outcome =
                Replay.through(figures, summaries).under(disturbance).run(history);

        assertThat(outcome.restores()).isPositive();
        SummaryReference.check(outcome.values(), reference.end());
    }

    /** Parts of the late stream and of the ledger, the clock, and barriers. */
    private static void write(
            History<LatenessFigures> history,
            SummaryReference reference,
            int checkpointEvery,
            Random random) {
        long clock = 0;
        for (int i = 1; i <= 60; i++) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    clock += random.nextInt(100_000);
                    history.clock(clock);
                    reference.clock(clock);
                }
                case 1 -> {
                    history.barrier();
                    reference.barrier();
                }
                case 2 -> {
                    LatenessTally tally = new LatenessTally();
                    for (int n = random.nextInt(4); n >= 0; n--) {
                        Late<Row> late = late(random);
                        tally.add(late, "key" + late.event().offset());
                        reference.late(late);
                    }
                    history.element(tally.figures(), i);
                }
                default -> {
                    LedgerEntry entry =
                            new LedgerEntry(
                                    LedgerAccount.values()[random.nextInt(7)],
                                    1 + random.nextInt(9));
                    reference.entry(entry);
                    history.element(LatenessFigures.of(entry), i);
                }
            }
            if (checkpointEvery > 0 && i % checkpointEvery == 0) {
                reference.barrier();
            }
        }
    }

    private static Late<Row> late(Random random) {
        long time = random.nextInt(1_000_000);
        long watermark = time + (long) Math.exp(random.nextInt(18));
        int partition = random.nextInt(3);
        return new Late<>(
                new Row(partition, random.nextInt(20), time, time),
                time,
                watermark,
                (time / 50_000 + 1) * 50_000,
                partition);
    }

    @Test
    void nothingLeavesAfterTheEnd() throws Exception {
        try (OneInputStreamOperatorTestHarness<LatenessFigures, LedgerSummary> subtask =
                new OneInputStreamOperatorTestHarness<>(new LatenessSummaryOperator(EVERY))) {
            subtask.open();
            subtask.processElement(
                    new StreamRecord<>(
                            LatenessFigures.of(new LedgerEntry(LedgerAccount.ADMITTED, 3))));
            subtask.getOneInputOperator().finish();
            subtask.setProcessingTime(10 * EVERY);
            subtask.prepareSnapshotPreBarrier(1);

            assertThat(subtask.extractOutputValues()).hasSize(1);
            assertThat(subtask.extractOutputValues().get(0).atEnd()).isTrue();
        }
    }

    @Test
    void aClockThatWentBackMakesNoPeriodOfLessThanNothing() throws Exception {
        try (OneInputStreamOperatorTestHarness<LatenessFigures, LedgerSummary> subtask =
                new OneInputStreamOperatorTestHarness<>(new LatenessSummaryOperator(EVERY))) {
            subtask.setProcessingTime(5 * EVERY);
            subtask.open();
            subtask.setProcessingTime(6 * EVERY);
            subtask.prepareSnapshotPreBarrier(1);
            subtask.setProcessingTime(2 * EVERY);
            subtask.prepareSnapshotPreBarrier(2);
            subtask.getOneInputOperator().finish();

            assertThat(subtask.extractOutputValues())
                    .extracting(LedgerSummary::from, LedgerSummary::to)
                    .containsExactly(tuple(5 * EVERY, 6 * EVERY), tuple(6 * EVERY, 6 * EVERY));
        }
    }

    @Test
    void aTallyKeepsNothingAcrossABarrier() throws Exception {
        try (OneInputStreamOperatorTestHarness<Late<Row>, LatenessFigures> subtask =
                new OneInputStreamOperatorTestHarness<>(new LateTallyOperator<Row>(row -> "key"))) {
            subtask.open();
            subtask.processElement(new StreamRecord<>(late(new Random(1))));
            subtask.prepareSnapshotPreBarrier(1);
            subtask.prepareSnapshotPreBarrier(2);
            subtask.getOneInputOperator().finish();

            assertThat(subtask.extractOutputValues())
                    .extracting(LatenessFigures::late)
                    .containsExactly(1L);
            assertThat(subtask.snapshot(3, 3).hasState()).isFalse();
        }
    }

    @Test
    void aPeriodOfNothingAndAKeyOfNothingAreRefused() {
        assertThatThrownBy(() -> SUMMARY.every(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("period=PT0S");
        LateTallyOperator<Row> operator = new LateTallyOperator<>(row -> null);
        assertThatThrownBy(() -> operator.processElement(new StreamRecord<>(late(new Random(1)))))
                .isInstanceOf(NullPointerException.class);
    }
}
