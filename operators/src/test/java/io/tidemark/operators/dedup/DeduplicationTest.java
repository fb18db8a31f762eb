package io.tidemark.operators.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.dedup.Deduplication.DeduplicatedStream;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class DeduplicationTest {

    @RepeatedTest(100)
    void admitsWhatTheReferenceAdmits(Random random) throws Exception {
        run(Backend.HEAP, Disturbance.none(), 150, random);
    }

    @RepeatedTest(6)
    void admitsTheSameWithASnapshotAndRestoreAfterEachStep(Random random) throws Exception {
        run(Backend.HEAP, Disturbance.restoringEvery(1), 60, random);
    }

    @RepeatedTest(10)
    void admitsTheSameThroughRescalesAndLostWork(Random random) throws Exception {
        run(
                Backend.HEAP,
                Disturbance.restoringEvery(7).rescaling(1, 2, 1, 3).losing(5),
                100,
                random);
    }

    @RepeatedTest(3)
    void admitsTheSameOnRocksDb(Random random) throws Exception {
        run(Backend.ROCKSDB, Disturbance.restoringEvery(20).rescaling(1, 2).losing(5), 100, random);
    }

    private static void run(Backend backend, Disturbance disturbance, int steps, Random random)
            throws Exception {
        DedupCheck.run(
                (dedup, purchases) ->
                        deduplication(dedup.horizonMillis(), dedup.slackMillis(), purchases),
                backend,
                disturbance,
                steps,
                random);
    }

    @Test
    void theHorizonIsInclusiveOnBothSides() throws Exception {
        assertThat(admitted(100, 10, 1_000, 1_100, 900)).containsExactly(0);
        assertThat(admitted(100, 10, 1_000, 1_101)).containsExactly(0, 1);
        assertThat(admitted(100, 10, 1_000, 899)).containsExactly(0, 1);
        // A repeat is not admitted, so nothing is measured from it.
        assertThat(admitted(100, 10, 1_000, 1_100, 1_101)).containsExactly(0, 2);
        assertThat(admitted(0, 0, 1_000, 1_000, 1_001)).containsExactly(0, 2);
        assertThat(admitted(1, 0, 1_000, 1_000, 1_001, 1_002)).containsExactly(0, 3);
    }

    @Test
    void theEndsOfTimeLeaveNothingBehind() throws Exception {
        assertThat(admitted(100, 10, Long.MAX_VALUE - 50, Long.MAX_VALUE - 1, Long.MAX_VALUE))
                .containsExactly(0);
    }

    private static List<Integer> admitted(long horizon, long slack, long... times)
            throws Exception {
        History<Purchase> history = History.empty();
        for (int i = 0; i < times.length; i++) {
            history.element(new Purchase("id", times[i], i), times[i]);
        }
        DataStream<Purchase> purchases = TestStream.of(Purchase.TYPE);
        DeduplicatedStream<Purchase> deduplicated = deduplication(horizon, slack, purchases);
        Outcome<Purchase> outcome = Replay.through(purchases, deduplicated.admitted()).run(history);
        return outcome.values().stream().map(Purchase::sequence).toList();
    }

    @Test
    void anIdentifierIsForgottenWhenNoRepeatThatCountsCanCome() throws Exception {
        // Horizon 100, slack 10: what was bought in [0, 100) is forgotten at the watermark 209,
        // when no event that counts can lie within the horizon of 99, and not before. A repeat that
        // far behind would be late; it shows what is still known.
        for (long time : new long[] {0, 99}) {
            assertThat(admittedBehind(208, time)).containsExactly(0);
            assertThat(admittedBehind(209, time)).containsExactly(0, 1);
        }
    }

    private static List<Integer> admittedBehind(long watermark, long time) throws Exception {
        DataStream<Purchase> purchases = TestStream.of(Purchase.TYPE);
        DeduplicatedStream<Purchase> deduplicated = deduplication(100, 10, purchases);
        return Replay.through(purchases, deduplicated.admitted())
                .run(
                        History.<Purchase>empty()
                                .element(new Purchase("id", time, 0), time)
                                .watermark(watermark)
                                .element(new Purchase("id", time, 1), time))
                .values()
                .stream()
                .map(Purchase::sequence)
                .toList();
    }

    @Test
    void refusesAHorizonBelowTheSlack() {
        assertThatThrownBy(
                        () ->
                                Deduplication.by(
                                        Purchase::id,
                                        Duration.ofSeconds(59),
                                        Duration.ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "horizon=PT59S is shorter than slack=PT1M: remember identifiers at least as long as an event may be behind");
    }

    @Test
    void refusesDurationsThatMillisecondsDoNotHold() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);

        assertThatThrownBy(() -> Deduplication.by(Purchase::id, longest, Duration.ZERO))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("horizon=" + longest);
        assertThatThrownBy(() -> Deduplication.by(Purchase::id, Duration.ZERO, longest.negated()))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("slack=" + longest.negated());
    }

    static DeduplicatedStream<Purchase> deduplication(
            long horizonMillis, long slackMillis, DataStream<Purchase> purchases) {
        return Deduplication.by(
                        Purchase::id,
                        Duration.ofMillis(horizonMillis),
                        Duration.ofMillis(slackMillis))
                .applyTo(purchases, Purchase.TYPE, "dedup");
    }
}
