package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/**
 * A rescale from a checkpoint whose subtasks had not come equally far, as those of an unaligned one
 * have not: the watermark that one had seen was still in the channels of the other.
 */
class UnalignedRescaleTest {

    private static final int MAX_PARALLELISM = 128;
    private static final OutputTag<Late<Row>> LATE = new OutputTag<>("late", Late.type(Row.TYPE));
    private static final OutputTag<LedgerEntry> LEDGER =
            new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));

    @Test
    void aPartitionKeepsTheWatermarkThatItsOwnSubtaskHadSeen() throws Exception {
        int ofFirst = partitionOf(0);
        int ofSecond = partitionOf(1);
        int unknown = 1000;
        OperatorSubtaskState first;
        OperatorSubtaskState second;
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> ahead = gate(2, 0);
                KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> behind = gate(2, 1)) {
            ahead.open();
            behind.open();
            send(ahead, ofFirst, 10_000);
            send(behind, ofSecond, 10_000);
            ahead.processWatermark(119_999);
            first = ahead.snapshot(1, 1);
            second = behind.snapshot(1, 1);
        }
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate(1, 0)) {
            gate.initializeState(
                    AbstractStreamOperatorTestHarness.repartitionOperatorState(
                            AbstractStreamOperatorTestHarness.repackageState(first, second),
                            MAX_PARALLELISM,
                            2,
                            1,
                            0));
            gate.open();
            send(gate, ofSecond, 20_000);
            assertThat(gate.getSideOutput(LATE))
                    .as("still in the channel, in time")
                    .isNullOrEmpty();
            send(gate, ofFirst, 20_000);
            send(gate, unknown, 20_000);
            assertThat(gate.getSideOutput(LATE))
                    .extracting(StreamRecord::getValue)
                    .extracting(late -> late.event().partition())
                    .containsExactly(ofFirst, unknown);
        }
    }

    private static int partitionOf(int subtask) {
        return IntStream.range(0, MAX_PARALLELISM)
                .filter(
                        partition ->
                                KeyGroupRangeAssignment.assignKeyToParallelOperator(
                                                partition, MAX_PARALLELISM, 2)
                                        == subtask)
                .findFirst()
                .orElseThrow();
    }

    private static void send(
            KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate,
            int partition,
            long time)
            throws Exception {
        gate.processElement(new StreamRecord<>(new Row(partition, time, time, time), time));
    }

    private static KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate(
            int parallelism, int subtask) throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                new LatenessGateOperator<>(
                        new LatenessGate.Settings<>(
                                ClocklessGenerators.of(new SteppedDelay(10_000, 1, 60_000)),
                                WindowEnds.tumbling(Duration.ofMinutes(1)),
                                0,
                                null,
                                null,
                                0),
                        LATE,
                        LEDGER),
                Row::partition,
                Types.INT,
                MAX_PARALLELISM,
                parallelism,
                subtask);
    }
}
