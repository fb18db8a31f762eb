package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LatenessGate;
import io.tidemark.operators.late.LatenessGate.GatedStream;
import io.tidemark.operators.late.WindowEnds;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.CappedWatermarks;
import io.tidemark.watermarks.CompletenessWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.IdleAdvancingWatermarks;
import io.tidemark.watermarks.PerKeyWatermarks;
import io.tidemark.watermarks.PunctuatedWatermarks;
import io.tidemark.watermarks.QuantileWatermarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The gate judges by every strategy as the strategy's generator would have, run over each partition
 * from its first event to its last: through crashes and through rescales 4→2→4, on heap and on
 * RocksDB.
 */
@ExtendWith(SeededRandom.class)
class GateOfEveryStrategyTest {

    private static final int PARTITIONS = 4;
    private static final int EVENTS = 700;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(5);

    enum Kind {
        BOUNDED {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return BoundedWatermarks.waiting(SECOND, TIMES);
            }
        },
        BOUNDED_WITHOUT_LOG_TIME {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return BoundedWatermarks.waiting(SECOND, EventTimes.of(Ping::time));
            }
        },
        QUANTILE {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return QuantileWatermarks.losing(0.2, Duration.ofHours(1), TIMES).over(200);
            }
        },
        COMPLETENESS {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return CompletenessWatermarks.keeping(0.9, WINDOW, Duration.ofHours(1), TIMES)
                        .over(400);
            }
        },
        PER_KEY {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return PerKeyWatermarks.of(Ping::key, SECOND, TIMES)
                        .forgettingAfter(Duration.ofSeconds(30))
                        .trackingAtMost(8);
            }
        },
        PUNCTUATED {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return PunctuatedWatermarks.by(Ping::heartbeat, TIMES);
            }
        },
        CAPPED_QUANTILE {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return CappedWatermarks.of(
                        QUANTILE.strategy(), Duration.ofSeconds(20), Ping::logTime);
            }
        },
        IDLE_ADVANCING_BOUNDED {
            @Override
            WatermarkStrategy<Ping> strategy() {
                return IdleAdvancingWatermarks.of(
                        BOUNDED.strategy(), SECOND, SECOND, Ping::logTime);
            }
        };

        private static final EventTimes<Ping> TIMES =
                EventTimes.of(Ping::time).loggedAt(Ping::logTime);

        abstract WatermarkStrategy<Ping> strategy();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theSameEventsAreLateThroughCrashesAndRescales(Kind kind, Random random) throws Exception {
        check(
                kind,
                Backend.HEAP,
                Disturbance.restoringEvery(97).losing(13).rescaling(4, 2, 4),
                random);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theSameEventsAreLateOnRocksDb(Kind kind, Random random) throws Exception {
        check(kind, Backend.ROCKSDB, Disturbance.restoringEvery(911).rescaling(4, 2, 4), random);
    }

    private static void check(Kind kind, Backend backend, Disturbance disturbance, Random random)
            throws Exception {
        List<List<Ping>> logs = logs(random);
        History<Ping> history = interleaved(logs, random);
        DataStream<Ping> pings = TestStream.of(Ping.TYPE);
        GatedStream<Ping> gated =
                LatenessGate.judging(kind.strategy(), WindowEnds.tumbling(WINDOW), Ping::partition)
                        .applyTo(pings, Ping.TYPE, "gate");
        Outcome<Ping> outcome =
                Replay.through(pings, gated.passed())
                        .on(backend)
                        .under(disturbance)
                        .leavingEntries(2 * PARTITIONS)
                        .run(history);
        assertThat(outcome.restores()).as("the disturbance struck").isPositive();

        Set<Ping> expected =
                logs.stream()
                        .flatMap(log -> late(kind.strategy(), log).stream())
                        .collect(Collectors.toSet());
        List<Late<Ping>> late = outcome.side(gated.late());
        assertThat(late)
                .extracting(Late::event)
                .as("late by " + kind)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).as("something is late, and something is not").isNotEmpty();
        assertThat(outcome.values()).hasSize(PARTITIONS * EVENTS - expected.size());
    }

    /** What a generator that nothing ever happens to leaves to no window. */
    private static List<Ping> late(WatermarkStrategy<Ping> strategy, List<Ping> log) {
        WatermarkGenerator<Ping> generator = strategy.createWatermarkGenerator(new Undisturbed());
        long[] watermark = {Long.MIN_VALUE};
        WatermarkOutput output =
                new WatermarkOutput() {
                    @Override
                    public void emitWatermark(Watermark mark) {
                        watermark[0] = Math.max(watermark[0], mark.getTimestamp());
                    }

                    @Override
                    public void markIdle() {}

                    @Override
                    public void markActive() {}
                };
        List<Ping> late = new ArrayList<>();
        long size = WINDOW.toMillis();
        for (Ping ping : log) {
            long last = Math.floorDiv(ping.time(), size) * size + size - 1;
            if (last <= watermark[0]) {
                late.add(ping);
            }
            generator.onEvent(ping, ping.time(), output);
        }
        return late;
    }

    private static List<List<Ping>> logs(Random random) {
        List<List<Ping>> logs = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Ping> log = new ArrayList<>();
            long now = 1_000_000 + random.nextInt(60_000);
            for (int offset = 0; offset < EVENTS; offset++) {
                now += random.nextInt(200);
                long lag = random.nextInt(10) == 0 ? random.nextInt(30_000) : random.nextInt(1_500);
                long ahead = random.nextInt(100) == 0 ? 7_200_000 : 0;
                long heartbeat = random.nextInt(20) == 0 ? now - 2_000 : Long.MIN_VALUE;
                log.add(
                        new Ping(
                                partition,
                                offset,
                                now - lag + ahead,
                                now,
                                random.nextInt(12),
                                heartbeat));
            }
            logs.add(log);
        }
        return logs;
    }

    private static History<Ping> interleaved(List<List<Ping>> logs, Random random) {
        History<Ping> history = History.empty();
        int[] next = new int[PARTITIONS];
        for (int left = PARTITIONS * EVENTS; left > 0; left--) {
            int partition = random.nextInt(PARTITIONS);
            while (next[partition] == EVENTS) {
                partition = (partition + 1) % PARTITIONS;
            }
            Ping ping = logs.get(partition).get(next[partition]++);
            history.element(ping, ping.time());
        }
        return history;
    }

    private static final class Undisturbed implements WatermarkGeneratorSupplier.Context {

        @Override
        public MetricGroup getMetricGroup() {
            return new UnregisteredMetricsGroup();
        }

        @Override
        public RelativeClock getInputActivityClock() {
            return new ManualClock();
        }
    }
}
