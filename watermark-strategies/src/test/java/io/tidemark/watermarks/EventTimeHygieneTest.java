package io.tidemark.watermarks;

import static io.tidemark.watermarks.EventTimeHygiene.Reason.LARGEST_NUMBER;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.MICROSECONDS;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.MISSING;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.NANOSECONDS;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.NEGATIVE;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.SECONDS;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.SMALLEST_NUMBER;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.TOO_EARLY;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.TOO_LATE;
import static io.tidemark.watermarks.EventTimeHygiene.Reason.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.Random;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class EventTimeHygieneTest {

    private static final long NOW = 1_700_000_000_123L;

    private final EventTimeHygiene strict = EventTimeHygiene.strict();

    @Test
    void aTimeInMillisecondsIsTakenAsItIs() {
        check(strict, NOW, NOW, null);
    }

    @Test
    void whatMarksAnUnknownTimeIsRefused() {
        assertThat(strict.refusal((Long) null)).isEqualTo(MISSING);
        assertThat(strict.millis((Long) null)).isEqualTo(EventTimeHygiene.REFUSED);
        check(strict, Long.MIN_VALUE, EventTimeHygiene.REFUSED, SMALLEST_NUMBER);
        check(strict, Long.MAX_VALUE, EventTimeHygiene.REFUSED, LARGEST_NUMBER);
        check(strict, 0, EventTimeHygiene.REFUSED, ZERO);
        check(strict, -1, EventTimeHygiene.REFUSED, NEGATIVE);
    }

    @Test
    void otherUnitsAreRefusedOrConverted() {
        check(strict, NOW / 1_000, EventTimeHygiene.REFUSED, SECONDS);
        check(strict, NOW * 1_000 + 7, EventTimeHygiene.REFUSED, MICROSECONDS);
        check(strict, NOW * 1_000_000 + 7, EventTimeHygiene.REFUSED, NANOSECONDS);
        EventTimeHygiene converting = strict.convertingUnits();
        check(converting, NOW / 1_000, NOW / 1_000 * 1_000, null);
        check(converting, NOW * 1_000 + 7, NOW, null);
        check(converting, NOW * 1_000_000 + 7, NOW, null);
        check(converting, NOW, NOW, null);
        check(converting, 0, EventTimeHygiene.REFUSED, ZERO);
        check(converting, -NOW, EventTimeHygiene.REFUSED, NEGATIVE);
        check(converting, Long.MAX_VALUE, EventTimeHygiene.REFUSED, LARGEST_NUMBER);
    }

    @Test
    void aRefusalSaysWhatIsWrongAndWhatToDo() throws Exception {
        assertThat(refused(null)).isEqualTo("MISSING: there is no event time: write one");
        assertThat(refused(Long.MIN_VALUE)).startsWith("SMALLEST_NUMBER: ").contains("write the");
        assertThat(refused(Long.MAX_VALUE)).startsWith("LARGEST_NUMBER: ").contains("write the");
        assertThat(refused(0L)).startsWith("ZERO: ").endsWith("by option (acceptingZero)");
        assertThat(refused(-1L)).startsWith("NEGATIVE: ").endsWith("by option (acceptingNegative)");
        assertThat(refused(NOW / 1_000))
                .isEqualTo(
                        "SECONDS: the number is a time in seconds, 2023-11-14T22:13:20Z:"
                                + " write milliseconds, or convert by option (convertingUnits)");
        assertThat(refused(NOW * 1_000))
                .startsWith("MICROSECONDS: ")
                .contains(", 2023-11-14T22:13:20.123Z: ");
        assertThat(refused(NOW * 1_000_000))
                .startsWith("NANOSECONDS: ")
                .contains(", 2023-11-14T22:13:20.123Z: ");
        assertThat(refused(86_400_000L))
                .startsWith("TOO_EARLY: ")
                .contains("it is 1970-01-02T00:00:00Z, before 1990-01-01T00:00:00Z: ");
        assertThat(refused(5_000_000_000_000L))
                .startsWith("TOO_LATE: ")
                .contains("it is 2128-06-11T08:53:20Z, after 2100-01-01T00:00:00Z: ");
        assertThat(
                        strict.convertingUnits()
                                .millisOrThrow(
                                        NOW / 1_000, (name, sentence) -> new IOException(sentence)))
                .isEqualTo(NOW / 1_000 * 1_000);
        assertThat(strict.millisOrThrow(NOW, (name, sentence) -> new IOException(sentence)))
                .isEqualTo(NOW);
    }

    /** The name of the reason and the sentence for a number that is refused. */
    private String refused(@Nullable Long raw) {
        String[] said = {"nothing"};
        assertThatThrownBy(
                        () ->
                                strict.millisOrThrow(
                                        raw,
                                        (name, sentence) -> {
                                            said[0] = name + ": " + sentence;
                                            return new IOException();
                                        }))
                .isInstanceOf(IOException.class);
        return said[0];
    }

    @Test
    void theBoundsAreInclusive() {
        Instant earliest = Instant.parse("2020-01-01T00:00:00Z");
        Instant latest = Instant.parse("2030-01-01T00:00:00Z");
        EventTimeHygiene bounded = strict.between(earliest, latest);
        check(bounded, earliest.toEpochMilli(), earliest.toEpochMilli(), null);
        check(bounded, earliest.toEpochMilli() - 1, EventTimeHygiene.REFUSED, TOO_EARLY);
        check(bounded, latest.toEpochMilli(), latest.toEpochMilli(), null);
        check(bounded, latest.toEpochMilli() + 1, EventTimeHygiene.REFUSED, TOO_LATE);
    }

    @Test
    void zeroAndNegativeAreAcceptedWhereThatIsSaid() {
        check(strict.acceptingZero(), 0, 0, null);
        check(strict.acceptingZero(), -1, EventTimeHygiene.REFUSED, NEGATIVE);
        EventTimeHygiene old =
                strict.between(
                                Instant.parse("1900-01-01T00:00:00Z"),
                                Instant.parse("2100-01-01T00:00:00Z"))
                        .acceptingNegative();
        check(old, -1, -1, null);
        check(old, 0, EventTimeHygiene.REFUSED, ZERO);
        check(
                old,
                Instant.parse("1899-12-31T23:59:59Z").toEpochMilli(),
                EventTimeHygiene.REFUSED,
                TOO_EARLY);
        check(old.convertingUnits(), -2_208_988_800_000_000L, -2_208_988_800_000L, null);
        check(old, Long.MIN_VALUE, EventTimeHygiene.REFUSED, SMALLEST_NUMBER);
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(strict::acceptingNegative)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("earliest=1990-01-01T00:00:00Z");
        Instant earliest = Instant.parse("1960-01-01T00:00:00Z");
        Instant latest = Instant.parse("2030-01-01T00:00:00Z");
        assertThatThrownBy(() -> strict.between(latest, earliest))
                .hasMessageContaining("latest=1960-01-01T00:00:00Z");
        EventTimeHygiene negative = strict.between(earliest, latest).acceptingNegative();
        assertThatThrownBy(() -> negative.between(Instant.EPOCH, latest))
                .hasMessageContaining("earliest=1970-01-01T00:00:00Z");
    }

    @RepeatedTest(3)
    void aNumberIsEitherReadOrRefusedWithAReason(Random random) {
        EventTimeHygiene[] rules = {strict, strict.convertingUnits(), strict.acceptingZero()};
        for (int i = 0; i < 100_000; i++) {
            long raw = random.nextLong() >> random.nextInt(64);
            for (EventTimeHygiene rule : rules) {
                long millis = rule.millis(raw);
                assertThat(millis == EventTimeHygiene.REFUSED).isEqualTo(rule.refusal(raw) != null);
                assertThat(rule.millis((Long) raw)).isEqualTo(millis);
                assertThat(
                                millis == EventTimeHygiene.REFUSED
                                        || millis == 0
                                        || (millis >= 631_152_000_000L
                                                && millis <= 4_102_444_800_000L))
                        .isTrue();
            }
        }
    }

    @Test
    void anAssignerCountsEachReason() throws Exception {
        RecordedMetrics metrics = new RecordedMetrics();
        TimestampAssigner<Long> assigner =
                InstantiationUtil.clone(
                                strict.convertingUnits()
                                        .assigningNullable(EventTimeHygieneTest::itself))
                        .createTimestampAssigner(() -> metrics);
        assertThat(assigner.extractTimestamp(NOW, 5)).isEqualTo(NOW);
        assertThat(assigner.extractTimestamp(NOW / 1_000, 5)).isEqualTo(NOW / 1_000 * 1_000);
        for (long raw : new long[] {0, 0, -1, Long.MIN_VALUE, 5}) {
            assertThat(assigner.extractTimestamp(raw, 5)).isEqualTo(EventTimeHygiene.REFUSED);
        }
        assertThat(assigner.extractTimestamp(-7L, 5)).isEqualTo(EventTimeHygiene.REFUSED);
        assertThat(metrics.value("eventTimesRefused.ZERO")).isEqualTo(2);
        assertThat(metrics.value("eventTimesRefused.NEGATIVE")).isEqualTo(1);
        assertThat(metrics.value("eventTimesRefused.MISSING")).isEqualTo(1);
        assertThat(metrics.value("eventTimesRefused.SMALLEST_NUMBER")).isEqualTo(1);
        assertThat(metrics.value("eventTimesRefused.TOO_EARLY")).isEqualTo(1);
        assertThat(metrics.value("eventTimesRefused.SECONDS")).isZero();
        assertThat(metrics.value("eventTimesConverted")).isEqualTo(1);
    }

    private static @Nullable Long itself(Long raw) {
        return raw == -7 ? null : raw;
    }

    @Test
    void aRuleReadsTheTimesOfAStrategyToo() {
        EventTimes<Event> times = EventTimes.of(strict.reading(Event::time));
        Homes.Recorded out = new Homes.Recorded();
        var strategy =
                BoundedWatermarks.waiting(
                        java.time.Duration.ZERO, times.guardedBy(FutureGuard.none()));
        var assigner = strategy.createTimestampAssigner(RecordedMetrics::new);
        var generator = Homes.generator(strategy);
        for (long raw : new long[] {NOW, 0, NOW * 1_000}) {
            Event event = Event.at(raw);
            generator.onEvent(event, assigner.extractTimestamp(event, 0), out);
        }
        assertThat(out.said).containsExactly(Long.toString(NOW - 1));
    }

    @Test
    void theNamesOfReasonsStandInMetricsAndRecords() {
        assertThat(EventTimeHygiene.Reason.values())
                .containsExactly(
                        MISSING,
                        SMALLEST_NUMBER,
                        LARGEST_NUMBER,
                        ZERO,
                        NEGATIVE,
                        SECONDS,
                        MICROSECONDS,
                        NANOSECONDS,
                        TOO_EARLY,
                        TOO_LATE);
        for (EventTimeHygiene.Reason reason : EventTimeHygiene.Reason.values()) {
            assertThat(reason.meaning()).isNotBlank();
        }
    }

    private static void check(
            EventTimeHygiene rule,
            long raw,
            long millis,
            EventTimeHygiene.@Nullable Reason refusal) {
        assertThat(rule.millis(raw)).isEqualTo(millis);
        assertThat(rule.refusal(raw)).isEqualTo(refusal);
    }
}
