package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
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

    private Harness harness;

    /** One subtask with tumbling windows of 10 ms. */
    @SuppressWarnings("try") // Flink's harness declares what its close may throw.
    private static final class Harness
            extends KeyedOneInputStreamOperatorTestHarness<
                    String, Sale, WindowResult<String, List<Long>>> {

        Harness(long partsInMemory) throws Exception {
            super(operator(partsInMemory), Sale::shop, Types.STRING);
        }

        private static WindowsOperator<String, Sale, WindowResult<String, List<Long>>, ?> operator(
                long partsInMemory) {
            TypeInformation<List<Long>> longs = Types.LIST(Types.LONG);
            WindowPlan plan =
                    Plans.keepingInMemory(partsInMemory, Plans.of(0, Panes.finalOnly(), -1));
            return new WindowsOperator<>(
                    new AlignedEngine<>(
                            List.of(EventTimeWindows.tumbling(Duration.ofMillis(10))),
                            plan,
                            new Accumulators<>(
                                    new Slow(),
                                    longs.createSerializer(new SerializerConfigImpl()))),
                    Sale::shop,
                    WindowOutputs.of(Sale.TYPE, false),
                    plan);
        }

        void sale(int key, long time, long amount) throws Exception {
            processElement(new Sale("k" + key, time, amount), time);
        }

        /** The rows so far; they must stand in front of the watermark. */
        List<WindowResult<String, List<Long>>> rows() {
            return extractOutputValues();
        }

        List<Long> watermarks() {
            List<Long> marks = new ArrayList<>();
            for (Object out : getOutput()) {
                if (out instanceof Watermark mark) {
                    marks.add(mark.getTimestamp());
                }
            }
            return marks;
        }

        /** Lets the operator go on once. */
        void nextSlice() throws Exception {
            setProcessingTime(getProcessingTime() + 10);
        }
    }

    /** Collects amounts; each result takes a millisecond while the clock runs. */
    private static final class Slow implements AggregateFunction<Sale, List<Long>, List<Long>> {

        private static final long serialVersionUID = 1L;

        /** Static, for the harness works on a copy. Null while the clock stands still. */
        private static volatile @Nullable Harness ticking;

        private final Collecting collecting = new Collecting();

        @Override
        public List<Long> createAccumulator() {
            return collecting.createAccumulator();
        }

        @Override
        public List<Long> add(Sale sale, List<Long> amounts) {
            return collecting.add(sale, amounts);
        }

        @Override
        public List<Long> getResult(List<Long> amounts) {
            Harness harness = ticking;
            if (harness != null) {
                try {
                    harness.setProcessingTime(harness.getProcessingTime() + 1);
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            }
            return collecting.getResult(amounts);
        }

        @Override
        public List<Long> merge(List<Long> a, List<Long> b) {
            return collecting.merge(a, b);
        }
    }

    @BeforeEach
    void open() throws Exception {
        start(PLENTY);
    }

    private void start(long partsInMemory) throws Exception {
        harness = new Harness(partsInMemory);
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        Slow.ticking = null;
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
        Slow.ticking = harness;
        harness.processWatermark(new Watermark(9));
        Slow.ticking = null;
        assertThat(harness.rows()).hasSizeBetween(1, KEYS - 1);
        assertThat(harness.watermarks()).isEmpty();
    }

    private void finishSlices() throws Exception {
        while (harness.watermarks().isEmpty()) {
            int before = harness.rows().size();
            Slow.ticking = harness;
            harness.nextSlice();
            Slow.ticking = null;
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

        harness = new Harness(partsInMemory);
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
            for (int key = 0; key < KEYS / 2; key++) {
                harness.sale(key + 100 * (int) (end % 3), end + 5, end);
            }
            Slow.ticking = harness;
            harness.processWatermark(new Watermark(end - 1));
            harness.nextSlice();
            Slow.ticking = null;
            came++;
        }
        assertThat(harness.watermarks()).hasSizeBetween(5, came - 1).isSorted();
        assertRowsStandBeforeTheirWatermark();
        harness.processWatermark(Watermark.MAX_WATERMARK);
        harness.endInput();
        harness.getOneInputOperator().finish();
        assertThat(harness.rows()).hasSize(KEYS + came * KEYS / 2).doesNotHaveDuplicates();
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

    /** Some keys are in the backend and wait for their timers, some in memory. */
    @Test
    void coldAndHotKeysShareASlice() throws Exception {
        harness.close();
        start(4 * KEYS / 2); // A key with a window weighs four parts.
        sales();
        firstSlice();

        List<Integer> keys =
                harness.rows().stream()
                        .map(row -> Integer.parseInt(row.key().substring(1)))
                        .toList();
        // The first that came were turned out first.
        assertThat(keys).anyMatch(key -> key < KEYS / 2 - 10).anyMatch(key -> key > KEYS / 2 + 10);
    }

    @Test
    void theEndOfTheInputWaitsForAllRows() throws Exception {
        sales();
        Slow.ticking = harness;
        harness.processWatermark(Watermark.MAX_WATERMARK);
        assertThat(harness.rows()).hasSizeLessThan(KEYS);
        Slow.ticking = null;
        harness.endInput();
        harness.getOneInputOperator().finish();

        assertThat(harness.rows()).hasSize(KEYS);
        assertThat(harness.watermarks()).containsExactly(Long.MAX_VALUE);
        assertNothingLeft(0);
    }

    @Test
    void noMoreThanASliceOfTimeGoesByAtOnce() throws Exception {
        sales();
        long before = harness.getProcessingTime();
        firstSlice();

        // 50 ms, and the rows between two looks at the clock.
        assertThat(harness.getProcessingTime() - before).isBetween(50L, 50L + 64);
    }
}
