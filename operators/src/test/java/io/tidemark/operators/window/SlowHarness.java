package io.tidemark.operators.window;

import io.tidemark.operators.testing.InterceptedMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;

/**
 * One subtask with windows whose clock stands still by itself; while it is told to run, each result
 * takes a millisecond of it.
 */
@SuppressWarnings("try") // Flink's harness declares what its close may throw.
final class SlowHarness
        extends KeyedOneInputStreamOperatorTestHarness<
                String, Sale, WindowResult<String, List<Long>>> {

    private final InterceptingOperatorMetricGroup metrics;

    private SlowHarness(AlignedWindows windows, WindowPlan plan) throws Exception {
        this(windows, plan, new InterceptingOperatorMetricGroup());
    }

    private SlowHarness(
            AlignedWindows windows, WindowPlan plan, InterceptingOperatorMetricGroup metrics)
            throws Exception {
        super(
                operator(windows, plan),
                Sale::shop,
                Types.STRING,
                InterceptedMetrics.environment(metrics));
        this.metrics = metrics;
    }

    /** Tumbling windows of 10 ms. */
    static SlowHarness of(long partsInMemory) throws Exception {
        return of(
                EventTimeWindows.tumbling(Duration.ofMillis(10)),
                Plans.keepingInMemory(partsInMemory, Plans.of(0, Panes.finalOnly(), -1)));
    }

    static SlowHarness of(AlignedWindows windows, WindowPlan plan) throws Exception {
        return new SlowHarness(windows, plan);
    }

    private static WindowsOperator<String, Sale, WindowResult<String, List<Long>>, ?> operator(
            AlignedWindows windows, WindowPlan plan) {
        TypeInformation<List<Long>> longs = Types.LIST(Types.LONG);
        return new WindowsOperator<>(
                new AlignedEngine<>(
                        List.of(windows),
                        plan,
                        new Accumulators<>(
                                new Slow(), longs.createSerializer(new SerializerConfigImpl()))),
                Sale::shop,
                WindowOutputs.of(Sale.TYPE, false),
                plan,
                "slow");
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

    /** A counter or gauge of the running operator. */
    long metric(String name) {
        Metric metric = metrics.get(name);
        return metric instanceof Counter counter
                ? counter.getCount()
                : ((Number) ((Gauge<?>) metric).getValue()).longValue();
    }

    /** Lets the operator go on once. */
    void nextSlice() throws Exception {
        setProcessingTime(getProcessingTime() + 10);
    }

    /** From now on results take time. */
    void run() {
        Slow.ticking = this;
    }

    /** From now on they take none. */
    void stand() {
        Slow.ticking = null;
    }

    @Override
    public void close() throws Exception {
        stand();
        super.close();
    }

    /** Collects amounts. */
    private static final class Slow implements AggregateFunction<Sale, List<Long>, List<Long>> {

        private static final long serialVersionUID = 1L;

        /** Static, for the harness works on a copy. Null while the clock stands still. */
        private static volatile @Nullable SlowHarness ticking;

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
            SlowHarness harness = ticking;
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
}
