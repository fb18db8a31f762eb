package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class PerKeyWatermarksTest {

    private static final Duration DELAY = Duration.ofSeconds(10);

    @RepeatedTest(3)
    void keysThatLagByAnHourAreKept(Random random) {
        checkSlowKeys(Event.loggedTimes(), random);
    }

    @RepeatedTest(3)
    void keysThatLagByAnHourAreKeptWithoutALogTimeToo(Random random) {
        checkSlowKeys(Event.times(), random);
    }

    private static void checkSlowKeys(EventTimes<Event> times, Random random) {
        Event[] history = new Event[100_000];
        for (int i = 0; i < history.length; i++) {
            long arrival = Laws.START + 100L * i;
            long key = random.nextInt(100);
            long lag = Math.round(-1_000 * Math.log(1 - random.nextDouble()));
            history[i] = Event.ofKey(key, arrival - lag - (key < 50 ? 3_600_000 : 0), arrival);
        }
        double kept =
                1
                        - Verdicts.of(
                                        PerKeyWatermarks.of(Event::key, DELAY, times)
                                                .forgettingAfter(Duration.ofMinutes(10)),
                                        history)
                                .share();
        double keptByBounded =
                1 - Verdicts.of(BoundedWatermarks.waiting(DELAY, times), history).share();
        // All of the fast half are kept by either.
        assertThat(kept).isGreaterThanOrEqualTo(0.995);
        assertThat(keptByBounded).isLessThan(0.51);
    }

    @RepeatedTest(20)
    void itIsTheNaiveModel(Random random) {
        int capacity = 1 + random.nextInt(20);
        long ttl = 10L + random.nextInt(3_000);
        long delay = random.nextInt(500);
        boolean logged = random.nextBoolean();
        RecordedMetrics metrics = new RecordedMetrics();
        WatermarkGenerator<Event> generator =
                PerKeyWatermarks.of(
                                Event::key,
                                Duration.ofMillis(delay),
                                EventTimes.of(Event::time)
                                        .loggedAt(Event::logTime)
                                        .guardedBy(FutureGuard.none()))
                        .movingBy(Duration.ofMillis(7))
                        .forgettingAfter(Duration.ofMillis(ttl))
                        .trackingAtMost(capacity)
                        .createWatermarkGenerator(Homes.context(metrics, new ManualClock()));
        Naive naive = new Naive(capacity, ttl, delay);
        Homes.Recorded out = new Homes.Recorded();
        long now = 0;
        for (int i = 0; i < 3_000; i++) {
            now += random.nextInt(20) == 0 ? random.nextInt(2_000) : random.nextInt(30);
            long key = random.nextInt(25) * 0x100000001L;
            long time = now - random.nextInt(1_000) - key % 100;
            Event event = Event.ofKey(key, time, logged && random.nextInt(9) == 0 ? now - 50 : now);
            Homes.take(generator, event, out);
            naive.take(event);
            assertThat(out.last).isEqualTo(naive.watermark);
            assertThat(metrics.value("keysForgotten")).isEqualTo(naive.forgotten);
        }
        assertThat(naive.watermark).isGreaterThan(0);
    }

    /** The definition, word for word. */
    private static final class Naive {

        private final int capacity;
        private final long ttl;
        private final long delay;
        private final Map<Long, Long> highest = new LinkedHashMap<>();
        private final Map<Long, Long> spoke = new LinkedHashMap<>();
        private long newest = Long.MIN_VALUE;
        private long age;
        private long watermark = Long.MIN_VALUE;
        private int forgotten;

        Naive(int capacity, long ttl, long delay) {
            this.capacity = capacity;
            this.ttl = ttl;
            this.delay = delay;
        }

        void take(Event event) {
            if (event.logTime() > newest) {
                age +=
                        newest == Long.MIN_VALUE
                                ? 0
                                : Math.min(event.logTime() - newest, Math.max(1, ttl / 10));
                newest = event.logTime();
            }
            spoke.values().removeIf(at -> age - at >= ttl);
            highest.keySet().retainAll(spoke.keySet());
            if (!highest.containsKey(event.key()) && highest.size() == capacity) {
                Long longestSilent = spoke.keySet().iterator().next();
                spoke.remove(longestSilent);
                highest.remove(longestSilent);
                forgotten++;
            }
            highest.merge(event.key(), event.time(), Math::max);
            spoke.remove(event.key());
            spoke.put(event.key(), age);
            if (age >= ttl) {
                long lowest =
                        highest.values().stream().min(Comparator.naturalOrder()).orElseThrow();
                watermark = Math.max(watermark, Math.floorDiv(lowest - delay, 7) * 7 - 1);
            }
        }
    }

    @RepeatedTest(5)
    void aRestoredTableIsTheSame(Random random) throws Exception {
        PerKeyWatermarks<Event> strategy =
                PerKeyWatermarks.of(Event::key, Duration.ofMillis(50), Event.loggedTimes())
                        .forgettingAfter(Duration.ofSeconds(2))
                        .trackingAtMost(1_000);
        WatermarkGenerator<Event> unbroken = Homes.generator(strategy);
        WatermarkGenerator<Event> broken = Homes.generator(strategy);
        Homes.Recorded out = new Homes.Recorded();
        Homes.Recorded afterRestores = new Homes.Recorded();
        for (int i = 0; i < 20_000; i++) {
            long now = Laws.START + i;
            Event event = Event.ofKey(random.nextInt(1_500), now - random.nextInt(500), now);
            Homes.take(unbroken, event, out);
            Homes.take(broken, event, afterRestores);
            if (random.nextInt(100) == 0) {
                broken = Homes.restored(strategy, broken);
            }
        }
        assertThat(afterRestores.said).isEqualTo(out.said).hasSizeGreaterThan(100);
    }

    @Test
    void aNightWithoutEventsForgetsNobody() {
        List<Event> history = new ArrayList<>();
        for (long second = 0; second < 7_200; second++) {
            long night = second < 3_600 ? 0 : 8 * 3_600_000L;
            long now = Laws.START + second * 1_000 + night;
            boolean firstMinute = second >= 3_600 && second < 3_660;
            if (!firstMinute || second % 2 == 0) {
                history.add(Event.ofKey(second % 2, now - second % 2 * 1_800_000, now));
            }
        }
        Verdicts verdicts =
                Verdicts.of(
                        PerKeyWatermarks.of(Event::key, DELAY, Event.loggedTimes())
                                .forgettingAfter(Duration.ofMinutes(20)),
                        history.toArray(Event[]::new));
        assertThat(verdicts.behind()).isZero();
        assertThat(verdicts.meanWait()).isLessThan(8 * 3_600_000L);
    }

    @Test
    void aTimeBeforeAllTimesMovesNothing() {
        List<Event> history = new ArrayList<>();
        for (int second = 0; second < 200; second++) {
            long now = Laws.START + second * 1_000L;
            history.add(Event.ofKey(second % 2, second == 100 ? -Long.MAX_VALUE : now, now));
        }
        Verdicts verdicts =
                Verdicts.of(
                        PerKeyWatermarks.<Event>of(
                                        Event::key, Duration.ofSeconds(10), Event.loggedTimes())
                                .forgettingAfter(Duration.ofSeconds(20)),
                        history.toArray(Event[]::new));
        assertThat(verdicts.behind()).as("itself").isEqualTo(1);
    }

    @Test
    void aHashOfATextHasNoTwinAmongAMillion() {
        Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < 1_000_000; i++) {
            hashes.add(KeyOf.hash("customer-" + i));
        }
        assertThat(hashes).hasSize(1_000_000);
        assertThat(KeyOf.hash("ab")).isNotEqualTo(KeyOf.hash("ba"));
        assertThat(KeyOf.hash("")).isNotEqualTo(KeyOf.hash("\0"));
        // It stands in checkpoints: another version must not find other keys.
        assertThat(KeyOf.hash("customer-1")).isEqualTo(HASH_OF_CUSTOMER_1);
    }

    private static final long HASH_OF_CUSTOMER_1 = -1376443836429882388L;

    @Test
    void theBitsOfAHashAreSpread() {
        int[] ones = new int[64];
        for (int i = 0; i < 100_000; i++) {
            long changed = KeyOf.hash("key" + i) ^ KeyOf.hash("key" + (i + 1));
            for (int bit = 0; bit < 64; bit++) {
                ones[bit] += (int) (changed >>> bit & 1);
            }
        }
        for (int bit = 0; bit < 64; bit++) {
            assertThat(ones[bit]).as("bit " + bit).isBetween(49_000, 51_000);
        }
    }

    @Test
    void whatCannotWorkIsRefused() {
        EventTimes<Event> times = Event.times();
        assertThatThrownBy(() -> PerKeyWatermarks.of(Event::key, Duration.ofMillis(-1), times))
                .hasMessageContaining("delay=PT-0.001S");
        PerKeyWatermarks<Event> sound = PerKeyWatermarks.of(Event::key, DELAY, times);
        assertThatThrownBy(() -> sound.forgettingAfter(Duration.ZERO))
                .hasMessageContaining("ttl=PT0S");
        assertThatThrownBy(() -> sound.trackingAtMost(0)).hasMessageContaining("keys=0");
        assertThatThrownBy(() -> sound.movingBy(Duration.ZERO)).hasMessageContaining("step=PT0S");
    }
}
