package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/**
 * A gate behind a source whose watermarks run ahead of what the gate knows, as those of a strategy
 * that learned anew may. The delay of the gate is 10 s, in steps of 1 ms.
 */
class HeldWatermarkTest {

    private static final OutputTag<Late<Row>> LATE = new OutputTag<>("late", Late.type(Row.TYPE));
    private static final OutputTag<LedgerEntry> LEDGER =
            new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));

    @Test
    void staysBehindEachPartitionThatGivesRows() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(5_000)) {
            gate.open();
            send(gate, 1, 30_000);
            send(gate, 2, 50_000);
            assertThat(watermarks(gate)).as("the source has none yet").isEmpty();
            gate.processWatermark(45_000);
            assertThat(watermarks(gate)).containsExactly(19_999L);
            send(gate, 1, 33_000);
            assertThat(watermarks(gate)).containsExactly(22_999L);
            send(gate, 1, 70_000);
            assertThat(watermarks(gate)).as("partition 2").containsExactly(39_999L);
            send(gate, 2, 100_000);
            assertThat(watermarks(gate)).as("the source itself").containsExactly(45_000L);
        }
    }

    @Test
    void letsASilentPartitionGoAndHoldsAgainWhenItWakes() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(5_000)) {
            gate.open();
            send(gate, 1, 30_000);
            gate.processWatermark(25_000);
            assertThat(watermarks(gate)).containsExactly(19_999L);
            gate.setProcessingTime(5_000);
            assertThat(watermarks(gate)).as("seen since the last tick").isEmpty();
            gate.setProcessingTime(10_000);
            assertThat(watermarks(gate)).containsExactly(25_000L);
            send(gate, 1, 36_000);
            gate.processWatermark(40_000);
            assertThat(watermarks(gate))
                    .as("26 s are not yet over for it")
                    .containsExactly(25_999L);
        }
    }

    @Test
    void isCalledIdleOnlyBehindTheWatermarkThatWasHeld() throws Exception {
        // Flink drops the watermarks of an idle output: in the other order windows would not get
        // it.
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(5_000)) {
            gate.open();
            send(gate, 1, 30_000);
            gate.processWatermark(25_000);
            gate.processWatermarkStatus(WatermarkStatus.IDLE);
            gate.setProcessingTime(10_000);
            assertThat(gate.getOutput().stream().filter(one -> !(one instanceof StreamRecord)))
                    .containsExactly(
                            new Watermark(19_999), new Watermark(25_000), WatermarkStatus.IDLE);
        }
    }

    @Test
    void isNotCalledIdleIfItWakesBefore() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(5_000)) {
            gate.open();
            send(gate, 1, 30_000);
            gate.processWatermark(25_000);
            gate.processWatermarkStatus(WatermarkStatus.IDLE);
            gate.processWatermarkStatus(WatermarkStatus.ACTIVE);
            gate.setProcessingTime(10_000);
            assertThat(gate.getOutput()).doesNotContain(WatermarkStatus.IDLE);
        }
    }

    @Test
    void handsIdlenessOnWhereNothingIsHeld() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(5_000)) {
            gate.open();
            send(gate, 1, 30_000);
            gate.processWatermark(15_000);
            gate.processWatermarkStatus(WatermarkStatus.IDLE);
            assertThat(gate.getOutput()).contains(WatermarkStatus.IDLE);
        }
    }

    @Test
    void holdsNothingBackAtTheEndOfTheInput() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(5_000)) {
            gate.open();
            send(gate, 1, 30_000);
            gate.processWatermark(Watermark.MAX_WATERMARK);
            assertThat(watermarks(gate)).containsExactly(Long.MAX_VALUE);
        }
    }

    @Test
    void handsEachWatermarkOnWhereItIsNotToldToHold() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(0)) {
            gate.open();
            send(gate, 1, 30_000);
            gate.processWatermark(45_000);
            assertThat(watermarks(gate)).containsExactly(45_000L);
        }
    }

    /** Those that left since the last call. */
    private static List<Long> watermarks(
            KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate) {
        List<Long> times =
                gate.getOutput().stream()
                        .filter(Watermark.class::isInstance)
                        .map(mark -> ((Watermark) mark).getTimestamp())
                        .toList();
        gate.getOutput().clear();
        return times;
    }

    private static void send(
            KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate,
            int partition,
            long time)
            throws Exception {
        gate.processElement(new StreamRecord<>(new Row(partition, time, time, time), time));
    }

    private static KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate(
            long releasedAfterMillis) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                new LatenessGateOperator<>(
                        new LatenessGate.Settings<>(
                                ClocklessGenerators.of(new SteppedDelay(10_000, 1, 60_000)),
                                WindowEnds.tumbling(Duration.ofMinutes(1)),
                                0,
                                null,
                                null,
                                releasedAfterMillis),
                        LATE,
                        LEDGER),
                Row::partition,
                Types.INT);
    }
}
