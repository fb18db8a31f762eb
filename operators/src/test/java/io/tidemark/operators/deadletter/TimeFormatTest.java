package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tidemark.operators.testing.SeededRandom;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SeededRandom.class)
class TimeFormatTest {

    private static final long NO_BOUND = Long.MIN_VALUE;

    @ParameterizedTest
    @CsvSource({
        "ISO,2009-12-01T07:45:00Z,1259653500000",
        "ISO,2009-12-01T07:45:00.1Z,1259653500100",
        "ISO,2009-12-01T07:45:00.12Z,1259653500120",
        "ISO,2009-12-01T07:45:00.123456789Z,1259653500123",
        "ISO,2009-12-01T07:45Z,1259653500000",
        "ISO,2009-12-01T09:45:00+02:00,1259653500000",
        "ISO,2009-12-01T00:15:00-07:30,1259653500000",
        "ISO,2009-12-01t07:45:00z,1259653500000",
        "ISO,1970-01-01T00:00:00Z,0",
        "ISO,1969-12-31T23:59:59.999Z,-1",
        "ISO,1969-12-31T23:59:59.9999Z,-1",
        "ISO,1969-12-31T23:59:59.9999+00:00,-1",
        "ISO,2024-02-29T00:00:00Z,1709164800000",
        "ISO,2000-02-29T00:00:00Z,951782400000",
        "ISO,0000-01-01T00:00:00Z,-62167219200000",
        "ISO,9999-12-31T23:59:59.999Z,253402300799999",
        "ISO,9999-12-31T23:59:59.999999999Z,253402300799999",
        "MILLIS,1259653500000,1259653500000",
        "MILLIS,0,0",
        "MILLIS,-1,-1",
        "MILLIS,253402300799999,253402300799999",
        "MILLIS,1259653500000.0,1259653500000",
        "MILLIS,1.2596535E12,1259653500000",
        "MILLIS,0e0,0",
        "MILLIS,1.2596535e+12,1259653500000",
        "MILLIS,12596535e5,1259653500000",
        "MILLIS,1259653500000.9,1259653500000",
        "MILLIS,-0.1,-1",
        "MILLIS,-1.0,-1",
        "SECONDS,1259653500,1259653500000",
        "SECONDS,1259653500.25,1259653500250",
        "SECONDS,1259653500.1239,1259653500123",
        "SECONDS,-0.0001,-1",
        "SECONDS,1.2596535e9,1259653500000",
        "SECONDS,253402300799.9999,253402300799999",
        "SECONDS,0,0",
    })
    void reads(TimeFormat format, String text, long time) throws Exception {
        assertThat(format.read(text, "at", NO_BOUND)).isEqualTo(time);
    }

    @ParameterizedTest
    @CsvSource({
        "ISO,''",
        "ISO,Z",
        "ISO,2009-12-01",
        "ISO,2009-12-01T07:45:00",
        "ISO,2009-12-01 07:45:00Z",
        "ISO,2009-12-01T07:45:00.Z5",
        "ISO,2009-12-01T07:45:00.1234567891Z",
        "ISO,2009-13-01T07:45:00Z",
        "ISO,2009-00-01T07:45:00Z",
        "ISO,2009-12-00T07:45:00Z",
        "ISO,2009-12-32T07:45:00Z",
        "ISO,2023-02-29T00:00:00Z",
        "ISO,1900-02-29T00:00:00Z",
        "ISO,2009-04-31T00:00:00Z",
        "ISO,2009-12-01T24:00:00Z",
        "ISO,2009-12-01T07:60:00Z",
        "ISO,2016-12-31T23:59:60Z",
        "ISO,2009-12-01T07:45:00+19:00",
        "ISO,2009-12-01T07:45:00Europe/Paris",
        "ISO,20091201T074500Z",
        "ISO,09-12-01T07:45:00Z",
        "ISO,2009-1a-01T07:45:00Z",
        "ISO,-009-12-01T07:45:00Z",
        "ISO,+999999999-12-31T23:59:59Z",
        "MILLIS,''",
        "MILLIS,' 1'",
        "MILLIS,' 1.0'",
        "MILLIS,1e",
        "MILLIS,.",
        "MILLIS,1.2.3",
        "MILLIS,1.772E+12",
        "MILLIS,1.772000e+12",
        "SECONDS,1.772E+9",
        "MILLIS,1e99999999999",
        "MILLIS,1259653500000.0000000000000000000000000000",
        "MILLIS,9223372036854775808",
        "MILLIS,2009-12-01T07:45:00Z",
        "MILLIS,true",
        "SECONDS,''",
        "SECONDS,NaN",
        "SECONDS,Infinity",
        "SECONDS,1e",
        "SECONDS,1e99999999999",
        "SECONDS,2009-12-01T07:45:00Z",
        "SECONDS,0.1234567890123456789012345678901234567890",
    })
    void refuses(TimeFormat format, String text) {
        assertThatThrownBy(() -> format.read(text, "at", NO_BOUND))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> {
                            assertThat(rejected.reason()).isEqualTo(Reason.TIME_UNPARSABLE);
                            assertThat(rejected.detail())
                                    .startsWith("field \"at\" holds \"" + text + "\": expected ");
                        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e-50000000",
                "-1e-50000000",
                "1e-2147483600",
                "1e50000000",
                "1e2147483600",
                "0e-50000000",
                "0e50000000"
            })
    void aHugeExponentCostsNothing(String text) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> {
                    assertThatThrownBy(() -> TimeFormat.SECONDS.read(text, "at", 1))
                            .isInstanceOf(RejectedRecordException.class);
                    assertThatThrownBy(() -> TimeFormat.MILLIS.read(text, "at", 1))
                            .isInstanceOf(RejectedRecordException.class);
                });
    }

    @ParameterizedTest
    @EnumSource(TimeFormat.class)
    void theEarliestTimeIsInclusive(TimeFormat format) throws Exception {
        Instant earliest = Instant.parse("2000-01-01T00:00:00Z");
        assertThat(format.read(written(format, earliest), "at", earliest.toEpochMilli()))
                .isEqualTo(earliest.toEpochMilli());
        assertThatThrownBy(
                        () ->
                                format.read(
                                        written(format, earliest.minusMillis(1)),
                                        "at",
                                        earliest.toEpochMilli()))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> {
                            assertThat(rejected.reason()).isEqualTo(Reason.TIME_TOO_EARLY);
                            assertThat(rejected.detail())
                                    .contains("which lies before 2000-01-01T00:00:00Z");
                        });
    }

    @ParameterizedTest
    @EnumSource(TimeFormat.class)
    void theYear9999IsInclusive(TimeFormat format) throws Exception {
        Instant last = Instant.parse("9999-12-31T23:59:59.999Z");
        assertThat(format.read(written(format, last), "at", 0)).isEqualTo(TimeFormat.LATEST);
        assertThatThrownBy(() -> format.read(written(format, last.plusMillis(1)), "at", 0))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(Reason.TIME_TOO_LATE));
    }

    @ParameterizedTest
    @EnumSource(TimeFormat.class)
    void theYear0IsInclusiveHoweverEarlyIsPlausible(TimeFormat format) throws Exception {
        Instant first = Instant.parse("0000-01-01T00:00:00Z");
        assertThat(format.read(written(format, first), "at", NO_BOUND))
                .isEqualTo(TimeFormat.EARLIEST);
        assertThatThrownBy(() -> format.read(written(format, first.minusMillis(1)), "at", NO_BOUND))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> {
                            assertThat(rejected.reason()).isEqualTo(Reason.TIME_TOO_EARLY);
                            assertThat(rejected.detail())
                                    .startsWith("field \"at\" holds ")
                                    .contains("which lies before 0000-01-01T00:00:00Z");
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "MILLIS,-9223372036854775808,TIME_TOO_EARLY",
        "MILLIS,-4611686018427387905,TIME_TOO_EARLY",
        "MILLIS,4611686018427387905,TIME_TOO_LATE",
        "MILLIS,9223372036854775807,TIME_TOO_LATE",
        "SECONDS,-9223372036854776,TIME_TOO_EARLY",
        "SECONDS,9223372036854776,TIME_TOO_LATE",
        "ISO,-292000000-01-01T00:00:00Z,TIME_TOO_EARLY",
        "ISO,+292000000-01-01T00:00:00Z,TIME_TOO_LATE",
    })
    void whatNoWindowCanHoldIsRefusedHoweverEarlyIsPlausible(
            TimeFormat format, String text, Reason reason) {
        assertThatThrownBy(() -> format.read(text, "at", NO_BOUND))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason))
                .hasMessageContaining("field \"at\" holds \"" + text);
    }

    private static String written(TimeFormat format, Instant time) {
        return switch (format) {
            case ISO -> time.toString();
            case MILLIS -> Long.toString(time.toEpochMilli());
            case SECONDS -> BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
        };
    }

    @Test
    void aWrongUnitIsNoticed() {
        assertThatThrownBy(() -> TimeFormat.MILLIS.read("1259653500", "at", Records.EARLIEST))
                .hasMessage(
                        "field \"at\" holds \"1259653500\", which lies before 2000-01-01T00:00:00Z: seconds where milliseconds are expected?");
        assertThatThrownBy(() -> TimeFormat.SECONDS.read("1259653500000", "at", Records.EARLIEST))
                .hasMessage(
                        "field \"at\" holds \"1259653500000\", which lies after the year 9999: a finer unit than expected?");
        assertThatThrownBy(() -> TimeFormat.SECONDS.read("99999999999999999999", "at", 0))
                .hasMessageContaining("after the year 9999");
        assertThatThrownBy(() -> TimeFormat.SECONDS.read("-99999999999999999999", "at", 0))
                .hasMessageContaining("which lies before 1970-01-01T00:00:00Z");
    }

    @Test
    void theShortcutReadsWhatJavaTimeReads(Random random) {
        for (int i = 0; i < 100_000; i++) {
            String text = almostIso(random);
            long common = IsoInstant.parseCommonForm(text);
            if (common != IsoInstant.OTHER_FORM) {
                assertThat(common).as(text).isEqualTo(byJavaTime(text));
            }
        }
    }

    @Test
    void theShortcutTakesEveryInstantInTheCommonForm(Random random) {
        long first = OffsetDateTime.of(0, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).toEpochSecond();
        long last = OffsetDateTime.of(9999, 12, 31, 23, 59, 59, 0, ZoneOffset.UTC).toEpochSecond();
        for (int i = 0; i < 50_000; i++) {
            Instant time =
                    Instant.ofEpochSecond(
                            random.nextLong(first, last + 1),
                            random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
            assertThat(IsoInstant.parseCommonForm(time.toString()))
                    .as("%s", time)
                    .isEqualTo(time.toEpochMilli());
        }
    }

    /** Mostly an instant; every other one with a character or two changed, added or left out. */
    private static String almostIso(Random random) {
        StringBuilder text =
                new StringBuilder(
                        Instant.ofEpochSecond(
                                        random.nextLong(-62_167_219_200L, 253_402_300_800L),
                                        random.nextInt(3) == 0
                                                ? 0
                                                : random.nextInt(1_000) * 1_000_000L)
                                .toString());
        String alphabet = "0123456789012345678901234567890123456789-:.TZ+ x٣";
        for (int changes = random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            char other = alphabet.charAt(random.nextInt(alphabet.length()));
            switch (random.nextInt(6)) {
                case 0 -> text.insert(at, other);
                case 1 -> text.deleteCharAt(at);
                default -> text.setCharAt(at, other);
            }
        }
        return text.toString();
    }

    private static long byJavaTime(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException refused) {
            throw new AssertionError("java.time refuses " + text, refused);
        }
    }
}
