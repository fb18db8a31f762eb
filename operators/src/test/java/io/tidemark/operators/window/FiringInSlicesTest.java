package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many keys due at one watermark: they are fired a slice of time at a time.
 *
 * <p>The harness' clock stands still by itself; here each result takes a millisecond of it.
 */
class FiringInSlicesTest {

    private static final int KEYS = 500;
    private static final long PLENTY = 1_000_000;

    private SlowHarness harness;

    @BeforeEach
    void open() throws Exception {
        start(PLENTY);
    }

    private void start(long partsInMemory) throws Exception {
        harness = SlowHarness.of(partsInMemory);
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    /** Each key has a sale in its first window. */
    private void sales() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            harness.sale(key, 5, key);
        }
    }

    /** The watermark passes the first window's end, and one slice of time goes by. */
    private void firstSlice() throws Exception {
        harness.run();
        harness.processWatermark(new Watermark(9));
        harness.stand();
        assertThat(harness.rows()).hasSizeBetween(1, KEYS - 1);
        assertThat(harness.watermarks()).isEmpty();
    }

    private void finishSlices() throws Exception {
        while (harness.watermarks().isEmpty()) {
            int before = harness.rows().size();
            harness.run();
            harness.nextSlice();
            harness.stand();
            assertThat(harness.rows().size()).as("a slice fires something").isGreaterThan(before);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {PLENTY, 100, 1})
    void theWatermarkFollowsTheLastRow(long partsInMemory) throws Exception {
        harness.close();
        start(partsInMemory);
        sales();
        firstSlice();
        finishSlices();

        assertThat(harness.rows()).hasSize(KEYS);
        assertThat(harness.watermarks()).containsExactly(9L);
        assertThat(new ArrayList<>(harness.getOutput()).get(KEYS)).isEqualTo(new Watermark(9));
        harness.snapshot(1, 1); // Keys with nothing in them leave the backend with a checkpoint.
        assertNothingLeft(1);
    }

    /** Besides the watermark of the one key group, until the end. */
    private void assertNothingLeft(int keyGroups) {
        assertThat(harness.numEventTimeTimers()).isZero();
        assertThat(harness.numKeyedStateEntries()).isEqualTo(keyGroups);
    }

    @ParameterizedTest
    @ValueSource(longs = {PLENTY, 100, 1})
    void aSnapshotBetweenSlicesLosesNothingAndRepeatsNothing(long partsInMemory) throws Exception {
        harness.close();
        start(partsInMemory);
        sales();
        firstSlice();
        List<WindowResult<String, List<Long>>> rows = new ArrayList<>(harness.rows());
        OperatorSubtaskState snapshot = harness.snapshot(1, 1);
        harness.close();

        harness = SlowHarness.of(partsInMemory);
        harness.initializeState(snapshot);
        harness.open();
        harness.sale(0, 5, 1); // Late: the watermark of the first life is remembered.
        harness.processWatermark(new Watermark(9));
        rows.addAll(harness.rows());

        assertThat(rows).hasSize(KEYS).doesNotHaveDuplicates();
        assertThat(harness.watermarks()).containsExactly(9L);
    }

    @Test
    void anEventForAKeyThatIsDueComesBehindItsRow() throws Exception {
        sales();
        firstSlice();
        int fired = harness.rows().size();
        int waiting = KEYS - 1; // The last one to come is the last one to be fired.
        harness.sale(waiting, 15, 7);

        assertThat(harness.rows()).hasSize(fired + 1);
        assertThat(harness.rows().get(fired).value()).containsExactly((long) waiting);

        harness.sale(waiting, 5, 8); // Its window has closed, fired or not.
        assertThat(harness.getSideOutput(WindowOutputs.of(Sale.TYPE, false).late())).hasSize(1);

        finishSlices();
        assertThat(harness.rows()).hasSize(KEYS);
        harness.processWatermark(new Watermark(19));
        assertThat(harness.rows()).hasSize(KEYS + 1);
        assertThat(harness.rows().get(KEYS).value()).containsExactly(7L);
    }

    @Test
    void aWatermarkThatComesBetweenSlicesWaitsForItsTurn() throws Exception {
        sales();
        firstSlice();
        harness.sale(0, 15, 7);
        harness.processWatermark(new Watermark(19));
        assertThat(harness.watermarks()).isEmpty();

        harness.nextSlice();

        assertThat(harness.rows()).hasSize(KEYS + 1);
        assertThat(harness.watermarks()).containsExactly(9L, 19L);
        List<Object> out = new ArrayList<>(harness.getOutput());
        assertThat(out.subList(0, KEYS)).doesNotContain(new Watermark(9));
        assertThat(out.get(KEYS)).isEqualTo(new Watermark(9));
    }

    @Test
    void ofWatermarksThatWaitTheNewestTakesThePlaceOfTheOthers() throws Exception {
        sales();
        firstSlice();
        harness.processWatermark(new Watermark(10));
        harness.processWatermark(new Watermark(11));
        harness.processWatermark(new Watermark(12));
        finishSlices();
        harness.nextSlice();

        assertThat(harness.watermarks()).containsExactly(9L, 12L);
    }

    /** Each watermark brings more than a slice of time can fire, and the next comes before. */
    @ParameterizedTest
    @ValueSource(longs = {PLENTY, 100})
    void watermarksLeaveUnderLastingOverload(long partsInMemory) throws Exception {
        harness.close();
        start(partsInMemory);
        sales();
        int came = 0;
        for (long end = 10; end <= 400; end += 10) {
            for (int key = 0; key < KEYS / 5; key++) {
                harness.sale(key + 100 * (int) (end % 3), end + 5, end);
            }
            harness.run();
            harness.processWatermark(new Watermark(end - 1));
            harness.nextSlice();
            harness.stand();
            came++;
        }
        assertThat(harness.watermarks()).hasSizeBetween(3, came - 1).isSorted();
        assertRowsStandBeforeTheirWatermark();
        harness.processWatermark(Watermark.MAX_WATERMARK);
        harness.endInput();
        harness.getOneInputOperator().finish();
        assertThat(harness.rows()).hasSize(KEYS + came * KEYS / 5).doesNotHaveDuplicates();
        assertRowsStandBeforeTheirWatermark();
    }

    private void assertRowsStandBeforeTheirWatermark() {
        long left = Long.MIN_VALUE;
        for (Object out : harness.getOutput()) {
            if (out instanceof Watermark mark) {
                left = mark.getTimestamp();
            } else if (out instanceof StreamRecord<?> row) {
                assertThat(row.getTimestamp()).isGreaterThan(left);
            }
        }
    }

    @Test
    void idlenessWaitsInLineWithWatermarks() throws Exception {
        sales();
        firstSlice();
        harness.processWatermarkStatus(WatermarkStatus.IDLE);
        harness.processWatermarkStatus(WatermarkStatus.ACTIVE);
        harness.processWatermark(new Watermark(12));
        harness.processWatermarkStatus(WatermarkStatus.IDLE);
        assertThat(harness.rows()).as("rows fired because of it").hasSizeLessThan(KEYS);
        assertThat(harness.getOutput()).doesNotContain(WatermarkStatus.IDLE);

        finishSlices();
        harness.nextSlice();

        List<Object> out = new ArrayList<>(harness.getOutput());
        assertThat(out.subList(KEYS, out.size()))
                .containsExactly(
                        new Watermark(9),
                        WatermarkStatus.IDLE,
                        WatermarkStatus.ACTIVE,
                        new Watermark(12),
                        WatermarkStatus.IDLE);
    }

    @Test
    void idlenessWithNothingInFrontOfItLeavesAtOnce() throws Exception {
        harness.processWatermarkStatus(WatermarkStatus.IDLE);

        assertThat(harness.getOutput()).containsExactly(WatermarkStatus.IDLE);
    }

    /** Keys of the checkpoint are in the backend; those in memory, which come first, never end. */
    @Test
    void hotKeysDoNotStarveColdOnes() throws Exception {
        sales();
        OperatorSubtaskState snapshot = harness.snapshot(1, 1);
        harness.close();
        harness = SlowHarness.of(PLENTY);
        harness.initializeState(snapshot);
        harness.open();
        for (long end = 10; harness.watermarks().isEmpty(); end += 10) {
            for (int key = 0; key < KEYS / 5; key++) {
                harness.sale(KEYS + key, end - 5, KEYS);
            }
            harness.run();
            harness.processWatermark(new Watermark(end - 1));
            harness.nextSlice();
            harness.stand();
        }

        assertThat(harness.watermarks()).containsExactly(9L);
        assertThat(harness.rows().stream().filter(row -> row.value().get(0) < KEYS)).hasSize(KEYS);
        assertRowsStandBeforeTheirWatermark();
    }

    @Test
    void theEndOfTheInputWaitsForAllRows() throws Exception {
        sales();
        harness.run();
        harness.processWatermark(Watermark.MAX_WATERMARK);
        assertThat(harness.rows()).hasSizeLessThan(KEYS);
        harness.stand();
        harness.endInput();
        harness.getOneInputOperator().finish();

        assertThat(harness.rows()).hasSize(KEYS);
        assertThat(harness.watermarks()).containsExactly(Long.MAX_VALUE);
        assertNothingLeft(0);
    }

    @Test
    void theEndOfTheInputComesLastAndOnce() throws Exception {
        sales();
        firstSlice();
        harness.processWatermark(new Watermark(12));
        harness.processWatermark(Watermark.MAX_WATERMARK);
        harness.endInput();
        harness.getOneInputOperator().finish();
        harness.nextSlice();

        List<Object> out = new ArrayList<>(harness.getOutput());
        assertThat(out.subList(KEYS, out.size()))
                .containsExactly(new Watermark(9), Watermark.MAX_WATERMARK);
    }

    @Test
    void noMoreThanASliceOfTimeGoesByAtOnce() throws Exception {
        sales();
        long before = harness.getProcessingTime();
        firstSlice();

        // 100 ms, and the rows between two looks at the clock.
        assertThat(harness.getProcessingTime() - before).isBetween(100L, 100L + 64);
    }
}
