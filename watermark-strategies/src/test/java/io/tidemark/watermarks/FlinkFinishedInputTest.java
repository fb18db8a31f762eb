package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * FLINK-38477 in a cluster: two subtasks share one partition, so that one finishes at once; then
 * the partition falls silent.
 */
class FlinkFinishedInputTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    private static final long FIRST = 1_000;
    private static final long SECOND = 100_000;

    /**
     * Longer than the end of the other subtask takes on its way downstream after its reader is
     * closed, which is all the source can wait for: Flink ignores one that is idle then.
     */
    private static final Duration IDLE_AFTER = Duration.ofSeconds(2);

    private @Nullable JobClient job;

    @BeforeEach
    void close() {
        OnePartitionSource.otherFinished = new CompletableFuture<>();
        OnePartitionSource.second = new CompletableFuture<>();
        Watching.watermark = Long.MIN_VALUE;
        Watching.events.clear();
    }

    @AfterEach
    void cancel() throws Exception {
        OnePartitionSource.second.complete(null);
        if (job != null && !job.getJobStatus().get().isGloballyTerminalState()) {
            job.cancel().get();
        }
    }

    @Test
    void inFlinkTheIdlePartitionEndsTimeAndItsNextEventIsLate() throws Exception {
        WatermarkStrategy<Long> flink =
                WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ZERO)
                        .withTimestampAssigner((event, recordTimestamp) -> event)
                        .withIdleness(IDLE_AFTER);
        run(flink, watermark -> watermark == Long.MAX_VALUE);
        assertThat(Watching.events).containsExactly(FIRST + " in time", SECOND + " late");
    }

    @Test
    void inOursTimeGoesOnForItsBoundAndTheNextEventIsInTime() throws Exception {
        EventTimes<Long> times = EventTimes.<Long>of(event -> event).guardedBy(FutureGuard.none());
        WatermarkStrategy<Long> ours =
                IdleAdvancingWatermarks.of(
                                BoundedWatermarks.waiting(Duration.ZERO, times),
                                IDLE_AFTER,
                                Duration.ofMillis(500),
                                event -> 0)
                        .readingClock(() -> 0);
        run(ours, watermark -> watermark == FIRST - 1 + 500);
        assertThat(Watching.events).containsExactly(FIRST + " in time", SECOND + " in time");
    }

    /** Lets the second event come when the watermark has got there. */
    private void run(WatermarkStrategy<Long> strategy, LongPredicate there) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("pipeline.auto-watermark-interval", "20 ms");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.fromSource(new OnePartitionSource(FIRST, SECOND), strategy, "source", Types.LONG)
                .setParallelism(2)
                .rebalance()
                .transform("watching", Types.LONG, new Watching())
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .setParallelism(1);
        job = env.executeAsync();
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(90))
                .until(() -> there.test(Watching.watermark));
        assertThat(Watching.events).hasSize(1);
        OnePartitionSource.second.complete(null);
        job.getJobExecutionResult().get();
    }

    /** Notes each event, and whether it came in time; runs in the process of the test. */
    private static final class Watching extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long> {

        private static final long serialVersionUID = 1L;

        static final List<String> events = new CopyOnWriteArrayList<>();
        static volatile long watermark = Long.MIN_VALUE;

        @Override
        public void processElement(StreamRecord<Long> element) {
            boolean late = element.getTimestamp() <= watermark;
            events.add(element.getValue() + (late ? " late" : " in time"));
            output.collect(element);
        }

        @Override
        public void processWatermark(Watermark mark) throws Exception {
            watermark = mark.getTimestamp();
            super.processWatermark(mark);
        }
    }
}
