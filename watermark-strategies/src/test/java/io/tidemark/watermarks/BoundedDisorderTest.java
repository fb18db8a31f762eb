package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedDisorderTest {

    /** The rule as it is asked: the one under test, or a broken twin. */
    private interface Rule {
        long advance(long progress, long eventTime, long logTime);

        long watermark(long progress);
    }

    private record Settings(long delay, long step, long maxAhead) {

        static Settings random(Random random) {
            long[] delays = {0, 1, 1_000, 10_000, Duration.ofDays(400).toMillis()};
            long[] steps = {1, 2, 7, 100, 345_600_000};
            return new Settings(
                    random.nextBoolean() ? delays[random.nextInt(5)] : random.nextInt(5_000),
                    random.nextBoolean() ? steps[random.nextInt(5)] : 1 + random.nextInt(500),
                    random.nextBoolean() ? 0 : random.nextInt(100));
        }

        BoundedDisorder rule() {
            return BoundedDisorder.of(Duration.ofMillis(delay))
                    .movingBy(Duration.ofMillis(step))
                    .believingUpTo(Duration.ofMillis(maxAhead));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // delay, step, max, watermark
        "10000, 1, 70000, 59999",
        "10000, 100, 70000, 59999",
        "10000, 100, 69999, 59899",
        "10000, 100, 70099, 59999",
        "10000, 100, 70100, 60099",
        "0, 1, 0, -1",
        "0, 1, 5, 4",
        "0, 10, 5, -1",
        "0, 10, -1, -11",
        "0, 10, -10, -11",
        "0, 10, -11, -21",
        "34560000000, 345600000, 34560000000, -1",
        "34560000000, 345600000, 34559999999, -345600001",
        "34560000000, 1, 1259653500000, 1225093499999"
    })
    void theWatermarkIsAFloor(long delay, long step, long max, long watermark) {
        assertThat(new Settings(delay, step, 0).rule().watermark(max)).isEqualTo(watermark);
    }

    @RepeatedTest(200)
    void agreesWithTheReference() {
        long seed = seed();
        Random random = new Random(seed);
        Settings settings = Settings.random(random);
        check(asRule(settings.rule()), settings, random, seed);
    }

    @Test
    void theCheckCatchesBrokenTwins() {
        // Rounds towards zero, so negative times get a watermark that is too high.
        mustBeCaught(
                settings ->
                        twin(
                                (progress, time, log) ->
                                        settings.rule().advance(progress, time, log),
                                max ->
                                        (max - settings.delay()) / settings.step() * settings.step()
                                                - 1));
        // Forgets that an event at the watermark is behind it.
        mustBeCaught(
                settings ->
                        twin(
                                (progress, time, log) ->
                                        settings.rule().advance(progress, time, log),
                                max -> settings.rule().watermark(max) + 1));
        // Takes the newest event, not the highest.
        mustBeCaught(settings -> twin((progress, time, log) -> time, settings.rule()::watermark));
        // Distrusts a clock that is ahead by just as much as it may be.
        mustBeCaught(
                settings ->
                        twin(
                                (progress, time, log) ->
                                        time - log >= settings.maxAhead()
                                                ? progress
                                                : Math.max(progress, time),
                                settings.rule()::watermark));
    }

    private static void check(Rule rule, Settings settings, Random random, long seed) {
        List<Long> credible = new ArrayList<>();
        long progress = BoundedDisorder.NO_PROGRESS;
        long before = Long.MIN_VALUE;
        long now = random.nextBoolean() ? 1_259_653_500_000L : -500;
        for (int i = 0; i < 100; i++) {
            now += random.nextInt(50);
            long time = now - (random.nextBoolean() ? 0 : random.nextInt(300));
            // On the bound of what is believed, one millisecond beyond, or well within.
            long logTime = time - settings.maxAhead() - 1 + random.nextInt(3);
            progress = rule.advance(progress, time, logTime);
            if (time <= logTime + settings.maxAhead()) {
                credible.add(time);
            }
            long watermark = rule.watermark(progress);
            SoftAssertions softly = new SoftAssertions();
            softly.assertThat(watermark).as("W").isEqualTo(reference(settings, credible));
            softly.assertThat(watermark).as("never goes back").isGreaterThanOrEqualTo(before);
            if (!credible.isEmpty()) {
                long max = credible.stream().mapToLong(Long::longValue).max().orElseThrow();
                softly.assertThat(watermark)
                        .as("never above max - delay - 1, never more than a step below")
                        .isBetween(
                                max - settings.delay() - settings.step(),
                                max - settings.delay() - 1);
            }
            if (!softly.wasSuccess()) {
                throw new AssertionError(
                        settings + ", -Dtidemark.seed=" + seed + ": " + softly.errorsCollected());
            }
            before = watermark;
        }
    }

    private static long reference(Settings settings, List<Long> credible) {
        if (credible.isEmpty()) {
            return Long.MIN_VALUE;
        }
        long max = credible.stream().mapToLong(Long::longValue).max().orElseThrow();
        BigDecimal step = BigDecimal.valueOf(settings.step());
        return BigDecimal.valueOf(max)
                .subtract(BigDecimal.valueOf(settings.delay()))
                .divide(step, 0, RoundingMode.FLOOR)
                .multiply(step)
                .subtract(BigDecimal.ONE)
                .longValueExact();
    }

    @Test
    void aClockMayBeAheadByTheBoundAndNoMore() {
        BoundedDisorder rule =
                BoundedDisorder.of(Duration.ZERO).believingUpTo(Duration.ofMinutes(1));
        assertThat(rule.isAhead(60_000, 0)).isFalse();
        assertThat(rule.isAhead(60_001, 0)).isTrue();
        assertThat(rule.advance(5, 60_000, 0)).isEqualTo(60_000);
        assertThat(rule.advance(5, 60_001, 0)).isEqualTo(5);
        assertThat(rule.advance(BoundedDisorder.NO_PROGRESS, 60_001, 0))
                .isEqualTo(BoundedDisorder.NO_PROGRESS);
        BoundedDisorder strict = rule.believingUpTo(Duration.ZERO);
        assertThat(strict.isAhead(0, 0)).isFalse();
        assertThat(strict.isAhead(1, 0)).isTrue();
    }

    @Test
    void withoutACredibleEventThereIsNoWatermark() {
        assertThat(BoundedDisorder.of(Duration.ofDays(400)).watermark(BoundedDisorder.NO_PROGRESS))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theDefaultsAreAPercentAndAMinute() {
        assertThat(BoundedDisorder.defaultStep(Duration.ZERO)).isEqualTo(Duration.ofMillis(1));
        assertThat(BoundedDisorder.defaultStep(Duration.ofMillis(199)))
                .isEqualTo(Duration.ofMillis(1));
        assertThat(BoundedDisorder.defaultStep(Duration.ofMillis(200)))
                .isEqualTo(Duration.ofMillis(2));
        assertThat(BoundedDisorder.defaultStep(Duration.ofSeconds(10)))
                .isEqualTo(Duration.ofMillis(100));
        assertThat(BoundedDisorder.of(Duration.ofSeconds(10)))
                .hasToString("max - 10000 ms, in steps of 100 ms, up to 60000 ms ahead of the log");
    }

    @Test
    void refusesWhatMakesNoSense() {
        BoundedDisorder rule = BoundedDisorder.of(Duration.ZERO);
        assertThatThrownBy(() -> BoundedDisorder.of(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay=PT-0.001S is negative");
        assertThatThrownBy(() -> rule.movingBy(Duration.ofNanos(999_999)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is below 1 ms");
        assertThatThrownBy(() -> rule.movingBy(Duration.ofMillis(-5)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> rule.believingUpTo(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxAhead=PT-0.001S is negative");
    }

    private static long seed() {
        Long given = Long.getLong("tidemark.seed");
        return given != null ? given : ThreadLocalRandom.current().nextLong();
    }

    private interface Twin {
        Rule of(Settings settings);
    }

    private static void mustBeCaught(Twin twin) {
        Random seeds = new Random(seed());
        for (int i = 0; i < 200; i++) {
            long seed = seeds.nextLong();
            Random random = new Random(seed);
            Settings settings = Settings.random(random);
            try {
                check(twin.of(settings), settings, random, seed);
            } catch (AssertionError caught) {
                return;
            }
        }
        throw new AssertionError("the broken twin passed the check: it proves nothing");
    }

    private static Rule asRule(BoundedDisorder rule) {
        return twin(rule::advance, rule::watermark);
    }

    private interface Advance {
        long of(long progress, long eventTime, long logTime);
    }

    private static Rule twin(Advance advance, LongUnaryOperator watermark) {
        return new Rule() {
            @Override
            public long advance(long progress, long eventTime, long logTime) {
                return advance.of(progress, eventTime, logTime);
            }

            @Override
            public long watermark(long progress) {
                return progress == BoundedDisorder.NO_PROGRESS
                        ? Long.MIN_VALUE
                        : watermark.applyAsLong(progress);
            }
        };
    }
}
