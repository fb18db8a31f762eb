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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
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
    private static final Duration WINDOW = EveryStrategy.WINDOW;

    @ParameterizedTest
    @EnumSource(EveryStrategy.class)
    void theSameEventsAreLateThroughCrashesAndRescales(EveryStrategy kind, Random random)
            throws Exception {
        check(
                kind,
                Backend.HEAP,
                Disturbance.restoringEvery(97).losing(13).rescaling(4, 2, 4),
                random);
    }

    @ParameterizedTest
    @EnumSource(EveryStrategy.class)
    void theSameEventsAreLateOnRocksDb(EveryStrategy kind, Random random) throws Exception {
        check(kind, Backend.ROCKSDB, Disturbance.restoringEvery(911).rescaling(4, 2, 4), random);
    }

    private static void check(
            EveryStrategy kind, Backend backend, Disturbance disturbance, Random random)
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
        long[] watermarks = GeneratorAlone.watermarks(strategy, log);
        long size = WINDOW.toMillis();
        List<Ping> late = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            long last = Math.floorDiv(log.get(i).time(), size) * size + size - 1;
            if (last <= watermarks[i]) {
                late.add(log.get(i));
            }
        }
        return late;
    }

    private static List<List<Ping>> logs(Random random) {
        List<List<Ping>> logs = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            logs.add(Ping.log(partition, 1_000_000 + random.nextInt(60_000), EVENTS, random));
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
}
