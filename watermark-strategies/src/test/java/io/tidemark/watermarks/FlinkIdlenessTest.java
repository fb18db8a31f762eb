package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.Test;

/**
 * What Flink 2.3.0 does when partitions fall silent, and what the strategies here do instead.
 *
 * <p>Each history runs twice through Flink's own code, once by {@code withIdleness} and once by
 * {@link IdleAdvancingWatermarks}. If an upgrade of Flink mends one of these, the test that shows
 * it fails, and the advice in the documentation can change.
 */
class FlinkIdlenessTest {

    private static final Duration IDLE_AFTER = Duration.ofSeconds(5);
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    private final ManualClock clock = new ManualClock();
    private final List<FlinkSubtask> subtasks = new ArrayList<>();

    private static WatermarkStrategy<Event> flink() {
        return WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ZERO)
                .withTimestampAssigner((event, recordTimestamp) -> event.time())
                .withIdleness(IDLE_AFTER);
    }

    /** The clock of the tests starts at 0, and so do the times of the log. */
    private WatermarkStrategy<Event> ours() {
        NOW.advanceTime(Duration.ofMillis(-NOW.absoluteTimeMillis()));
        return IdleAdvancingWatermarks.of(
                        BoundedWatermarks.waiting(Duration.ZERO, Event.unguarded()),
                        IDLE_AFTER,
                        AT_MOST,
                        Event::logTime)
                .readingClock(NOW::absoluteTimeMillis);
    }

    private static final ManualClock NOW = new ManualClock();

    private FlinkSubtask subtask(
            WatermarkStrategy<Event> strategy, Downstream downstream, int input) {
        FlinkSubtask subtask = new FlinkSubtask(strategy, clock, downstream.input(input));
        subtasks.add(subtask);
        return subtask;
    }

    private void pass(Duration time) {
        clock.advanceTime(time);
        NOW.advanceTime(time);
    }

    /** Lets time pass, with a tick each second. */
    private void silence(int seconds) {
        for (int i = 0; i < seconds; i++) {
            pass(Duration.ofSeconds(1));
            subtasks.forEach(FlinkSubtask::tick);
        }
    }

    private Event event(long time) {
        return Event.at(time, NOW.absoluteTimeMillis());
    }

    private long millisUntil(java.util.function.BooleanSupplier reached) {
        long start = NOW.absoluteTimeMillis();
        while (!reached.getAsBoolean()) {
            long toTick = 1_000 - NOW.absoluteTimeMillis() % 1_000;
            pass(Duration.ofMillis(toTick));
            subtasks.forEach(FlinkSubtask::tick);
            assertThat(NOW.absoluteTimeMillis()).as("it never comes").isLessThan(60_000);
        }
        return NOW.absoluteTimeMillis() - start;
    }

    @Test
    void flinkFindsAPartitionIdleThreeIntervalsTooLate() {
        WatermarkStrategy<Event> flink = flink();
        ours();
        Downstream downstream = new Downstream(1);
        FlinkSubtask subtask = subtask(flink, downstream, 0).reading("a").reading("b");
        silence(1);
        pass(Duration.ofMillis(1));
        subtask.take("a", event(1_000));
        subtask.take("b", event(1_000));
        long took = millisUntil(downstream::heardOfIdleness);
        assertThat(took).isEqualTo(5_000 + 3 * 1_000 - 1);
    }

    @Test
    void oursAdvancesWithinOneInterval() {
        Downstream downstream = new Downstream(1);
        FlinkSubtask subtask = subtask(ours(), downstream, 0).reading("a").reading("b");
        silence(1);
        pass(Duration.ofMillis(1));
        subtask.take("a", event(1_000));
        subtask.take("b", event(1_000));
        long took = millisUntil(() -> downstream.watermark() > 999);
        assertThat(took).isEqualTo(5_000 + 1_000 - 1);
    }

    /** FLINK-38454: when the last partition falls idle the others' watermark wins. */
    private List<Long> bothPartitionsFallSilent(WatermarkStrategy<Event> strategy) {
        Downstream downstream = new Downstream(1);
        FlinkSubtask subtask = subtask(strategy, downstream, 0).reading("slow").reading("fast");
        subtask.take("slow", event(100_000));
        subtask.take("fast", event(1_000_000));
        silence(20);
        // The slow one goes on where it was, by the time that has passed.
        subtask.take("slow", event(120_000));
        return downstream.late();
    }

    @Test
    void whenAllFallIdleFlinkMovesToTheHighestWatermark() {
        assertThat(bothPartitionsFallSilent(flink())).containsExactly(120_000L);
    }

    @Test
    void whenAllFallSilentOursGoesOnFromTheLowest() {
        assertThat(bothPartitionsFallSilent(ours())).isEmpty();
    }

    /** FLINK-38477: of two subtasks one has no partition, and a bounded source finishes it. */
    private Downstream oneSubtaskWithoutPartition(WatermarkStrategy<Event> strategy)
            throws Exception {
        Downstream downstream = new Downstream(2);
        FlinkSubtask subtask = subtask(strategy, downstream, 0).reading("only");
        downstream.input(1).emitWatermark(FlinkSubtask.watermark(Long.MAX_VALUE));
        subtask.take("only", event(1_000));
        silence(10);
        subtask.take("only", event(11_000));
        silence(1);
        return downstream;
    }

    @Test
    void afterAFinishedInputAnIdleOneEndsTimeInFlink() throws Exception {
        Downstream downstream = oneSubtaskWithoutPartition(flink());
        assertThat(downstream.watermark()).isEqualTo(Long.MAX_VALUE);
        assertThat(downstream.late()).containsExactly(11_000L);
    }

    @Test
    void afterAFinishedInputASilentOneGoesOnInOurs() throws Exception {
        Downstream downstream = oneSubtaskWithoutPartition(ours());
        assertThat(downstream.watermark()).isEqualTo(10_999);
        assertThat(downstream.late()).isEmpty();
    }

    /** While the source may not emit, time does not count as silence: Flink stops the clock. */
    private Downstream backpressure(WatermarkStrategy<Event> strategy) {
        Downstream downstream = new Downstream(2);
        FlinkSubtask blocked = subtask(strategy, downstream, 0).reading("blocked");
        FlinkSubtask busy = subtask(strategy, downstream, 1).reading("busy");
        blocked.take("blocked", event(1_000));
        busy.take("busy", event(1_000));
        silence(1);
        blocked.backpressured(true);
        for (int second = 0; second < 30; second++) {
            busy.take("busy", event(2_000 + 1_000 * second));
            silence(1);
        }
        blocked.backpressured(false);
        blocked.take("blocked", event(1_500));
        return downstream;
    }

    @Test
    void backpressureIsNoSilenceInFlinkNorInOurs() {
        assertThat(backpressure(flink()).late()).isEmpty();
        Downstream downstream = backpressure(ours());
        assertThat(downstream.late()).isEmpty();
        assertThat(downstream.watermark()).isEqualTo(1_499);
    }

    /** FLINK-40504: an output that was idle stays so until its watermark passes all before. */
    private Downstream aPartitionWakes(WatermarkStrategy<Event> strategy) {
        Downstream downstream = new Downstream(2);
        FlinkSubtask waking = subtask(strategy, downstream, 0).reading("slow").reading("fast");
        FlinkSubtask busy = subtask(strategy, downstream, 1).reading("busy");
        waking.take("slow", event(1_000));
        waking.take("fast", event(50_000));
        for (int second = 0; second < 20; second++) {
            busy.take("busy", event(1_000 + 1_000 * second));
            silence(1);
        }
        // It wakes, twenty seconds on, and goes on as fast as the busy one.
        for (int second = 20; second < 40; second++) {
            busy.take("busy", event(1_000 + 1_000 * second));
            waking.take("slow", event(1_000 + 1_000 * second - 1_500));
            silence(1);
        }
        return downstream;
    }

    @Test
    void aPartitionThatWakesDoesNotCountAgainInFlink() {
        Downstream downstream = aPartitionWakes(flink());
        assertThat(downstream.late()).as("each event of the woken one").hasSize(20);
    }

    /** No generator can mend that, for it is not asked what the whole subtask says. */
    @Test
    void norDoesItWithOursWhereFlinkDeclaresItIdle() {
        WatermarkStrategy<Event> bounded =
                BoundedWatermarks.waiting(Duration.ZERO, Event.unguarded());
        assertThat(aPartitionWakes(bounded.withIdleness(IDLE_AFTER)).late()).hasSize(20);
    }

    @Test
    void aPartitionThatWakesCountsInOurs() {
        Downstream downstream = aPartitionWakes(ours());
        assertThat(downstream.heardOfIdleness()).isFalse();
        assertThat(downstream.late()).as("only what the silence had overtaken").hasSizeLessThan(3);
        assertThat(downstream.watermark()).isEqualTo(38_499);
    }

    /** FLINK-40475: the only input that counts wakes with a watermark that is not passed on. */
    @Test
    void wakingInputsCanStallAWatermarkInFlink() throws Exception {
        Downstream downstream = new Downstream(3);
        downstream.input(0).emitWatermark(FlinkSubtask.watermark(100));
        downstream.input(1).emitWatermark(FlinkSubtask.watermark(200));
        downstream.input(2).emitWatermark(FlinkSubtask.watermark(50));
        downstream.input(2).emitWatermarkStatus(FlinkSubtask.IDLE);
        downstream.input(1).emitWatermarkStatus(FlinkSubtask.IDLE);
        downstream.input(2).emitWatermarkStatus(FlinkSubtask.ACTIVE);
        downstream.input(0).emitWatermarkStatus(FlinkSubtask.IDLE);
        downstream.input(1).emitWatermarkStatus(FlinkSubtask.ACTIVE);
        downstream.input(1).emitWatermark(FlinkSubtask.watermark(200));
        assertThat(downstream.watermark())
                .as("inputs 0 and 2 do not count, input 1 stands at 200")
                .isEqualTo(100);
    }

    @Test
    void withoutIdleInputsNothingStalls() {
        Downstream downstream = new Downstream(3);
        WatermarkStrategy<Event> ours = ours();
        FlinkSubtask a = subtask(ours, downstream, 0).reading("a");
        FlinkSubtask b = subtask(ours, downstream, 1).reading("b");
        FlinkSubtask c = subtask(ours, downstream, 2).reading("c");
        a.take("a", event(100));
        b.take("b", event(200));
        c.take("c", event(50));
        silence(10);
        assertThat(downstream.watermark()).isEqualTo(10_049);
        b.take("b", event(10_200));
        silence(10);
        c.take("c", event(20_050));
        a.take("a", event(20_100));
        assertThat(downstream.watermark()).isEqualTo(Math.min(20_049, 10_199 + 10_000));
        assertThat(downstream.heardOfIdleness()).isFalse();
        assertThat(downstream.late()).isEmpty();
    }

    /** The last window of a quiet stream. */
    @Test
    void theLastWindowOfAQuietStreamClosesInOursOnly() {
        long windowEnd = 10_000;
        Downstream flink = new Downstream(1);
        FlinkSubtask subtask = subtask(flink(), flink, 0).reading("a");
        subtask.take("a", event(9_000));
        silence(300);
        assertThat(flink.watermark()).isLessThan(windowEnd - 1);

        subtasks.clear();
        Downstream downstream = new Downstream(1);
        FlinkSubtask other = subtask(ours(), downstream, 0).reading("a");
        other.take("a", event(9_000));
        silence(6);
        assertThat(downstream.watermark()).isGreaterThanOrEqualTo(windowEnd - 1);
        silence(300);
        assertThat(downstream.watermark()).as("bounded").isEqualTo(8_999 + 60_000);
    }

    /** Partitions of different ages are read anew, and the broker of the older one hesitates. */
    private Downstream backfill(WatermarkStrategy<Event> strategy) {
        long day = 86_400_000;
        Downstream downstream = new Downstream(1);
        FlinkSubtask subtask = subtask(strategy, downstream, 0).reading("old").reading("new");
        subtask.take("old", Event.at(-10 * day, -10 * day));
        subtask.take("new", Event.at(-day, -day));
        for (int second = 1; second <= 20; second++) {
            subtask.take("new", Event.at(-day + second * 60_000L, -day + second * 60_000L));
            silence(1);
        }
        for (int hour = 1; hour <= 24; hour++) {
            long time = -10 * day + hour * 3_600_000L;
            subtask.take("old", Event.at(time, time));
        }
        return downstream;
    }

    @Test
    void aBackfillLosesTheOlderPartitionInFlink() {
        assertThat(backfill(flink()).late()).hasSize(24);
    }

    @Test
    void aBackfillLosesNothingInOurs() {
        Downstream downstream = backfill(ours());
        assertThat(downstream.late()).isEmpty();
        assertThat(downstream.watermark()).isEqualTo(-9 * 86_400_000L - 1);
    }

    /** One event from the far future. */
    @Test
    void oneEventFromTheFutureMakesAllLateInFlinkOnly() {
        assertThat(oneFromTheFuture(flink())).hasSize(100);
        WatermarkStrategy<Event> ours =
                BoundedWatermarks.waiting(Duration.ZERO, Event.loggedTimes());
        assertThat(oneFromTheFuture(ours)).isEmpty();
        assertThat(oneFromTheFuture(BoundedWatermarks.waiting(Duration.ZERO, Event.times())))
                .isEmpty();
    }

    private List<Long> oneFromTheFuture(WatermarkStrategy<Event> strategy) {
        Downstream downstream = new Downstream(1);
        subtasks.clear();
        FlinkSubtask subtask = subtask(strategy, downstream, 0).reading("a");
        subtask.take("a", Event.at(1_000));
        subtask.take("a", Event.at(1_000 + 7_200_000, 1_000));
        silence(1);
        for (int i = 1; i <= 100; i++) {
            subtask.take("a", Event.at(1_000 + 10L * i));
        }
        return downstream.late();
    }
}
