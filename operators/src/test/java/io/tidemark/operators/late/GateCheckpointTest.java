package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.io.IOReadableWritable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a checkpoint of a gate writes: a learned delay is large, so nothing needless. */
class GateCheckpointTest {

    private static final OutputTag<Late<Row>> LATE = new OutputTag<>("late", Late.type(Row.TYPE));
    private static final OutputTag<LedgerEntry> LEDGER =
            new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));

    /** The newest event of each generator that was written, in order. */
    private static final List<Long> WRITTEN = new ArrayList<>();

    @BeforeEach
    void nothingIsWrittenYet() {
        WRITTEN.clear();
    }

    @Test
    void writesTheGeneratorsOfThosePartitionsThatHadEvents() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate()) {
            gate.open();
            send(gate, 1, 10_000);
            send(gate, 2, 20_000);
            gate.processWatermark(9_000);
            gate.snapshot(1, 0);
            assertThat(WRITTEN).containsExactlyInAnyOrder(10_000L, 20_000L);

            WRITTEN.clear();
            send(gate, 2, 21_000);
            gate.processWatermark(15_000);
            gate.snapshot(2, 0);
            assertThat(WRITTEN).containsExactly(21_000L);

            WRITTEN.clear();
            gate.processWatermark(18_000);
            gate.snapshot(3, 0);
            assertThat(WRITTEN).as("only the watermark of all moved on").isEmpty();
        }
    }

    @Test
    void tellsAPartitionThatWasSilentHowFarTheOthersHadCome() throws Exception {
        OperatorSubtaskState state;
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate()) {
            gate.open();
            send(gate, 1, 10_000);
            gate.snapshot(1, 0);
            // The others went on; the source called partition 1 idle.
            send(gate, 2, 300_000);
            gate.processWatermark(180_000);
            state = gate.snapshot(2, 0);
        }
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate = gate()) {
            gate.initializeState(state);
            gate.open();
            send(gate, 1, 179_000);
            send(gate, 1, 181_000);
            assertThat(gate.getSideOutput(LATE)).hasSize(1);
            assertThat(gate.extractOutputValues()).extracting(Row::time).containsExactly(181_000L);
        }
    }

    private static void send(
            KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate,
            int partition,
            long time)
            throws Exception {
        gate.processElement(new StreamRecord<>(new Row(partition, time, time, time), time));
    }

    private static KeyedOneInputStreamOperatorTestHarness<Integer, Row, Row> gate()
            throws Exception {
        return new KeyedOneInputStreamOperatorTestHarness<>(
                new LatenessGateOperator<>(
                        new LatenessGate.Settings<>(
                                ClocklessGenerators.of(new Noting()),
                                WindowEnds.tumbling(Duration.ofMinutes(1)),
                                0,
                                null,
                                null,
                                0),
                        LATE,
                        LEDGER),
                Row::partition,
                Types.INT);
    }

    /** Waits not at all, and notes when its state is written. */
    private static final class Noting implements WatermarkStrategy<Row> {

        private static final long serialVersionUID = 1L;

        @Override
        public WatermarkGenerator<Row> createWatermarkGenerator(
                WatermarkGeneratorSupplier.Context context) {
            return new NotingGenerator();
        }

        @Override
        public TimestampAssigner<Row> createTimestampAssigner(
                TimestampAssignerSupplier.Context context) {
            return (row, timestamp) -> row.time();
        }
    }

    private static final class NotingGenerator
            implements WatermarkGenerator<Row>, IOReadableWritable {

        private long newest = Long.MIN_VALUE;

        @Override
        public void onEvent(Row row, long eventTime, WatermarkOutput output) {
            newest = Math.max(newest, eventTime);
            output.emitWatermark(new Watermark(newest - 1));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            // Said on the event that moved it.
        }

        @Override
        public void write(DataOutputView out) throws IOException {
            WRITTEN.add(newest);
            out.writeLong(newest);
        }

        @Override
        public void read(DataInputView in) throws IOException {
            newest = in.readLong();
        }
    }
}
