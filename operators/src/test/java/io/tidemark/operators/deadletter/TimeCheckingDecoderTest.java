package io.tidemark.operators.deadletter;

import static io.tidemark.operators.deadletter.Records.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.types.Either;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeCheckingDecoderTest {

    /** Numbers below a hundred are times in seconds, other times are as they stand. */
    private static final TimeRule CONVERTING =
            (raw, refusal) -> raw == null ? -1 : raw < 100 ? raw * 1_000 : raw;

    private static final RecordDecoder<String> TEXT =
            record -> {
                String text = new String(record.value(), StandardCharsets.UTF_8);
                if (text.equals("garbage")) {
                    throw RejectedRecordException.because(Reason.NOT_JSON, "garbage");
                }
                return text;
            };

    @ParameterizedTest
    @CsvSource({
        "MISSING, time_missing",
        "SMALLEST_NUMBER, time_smallest_number",
        "LARGEST_NUMBER, time_largest_number",
        "ZERO, time_zero",
        "NEGATIVE, time_negative",
        "SECONDS, time_in_seconds",
        "MICROSECONDS, time_in_microseconds",
        "NANOSECONDS, time_in_nanoseconds",
        "TOO_EARLY, time_too_early",
        "TOO_LATE, time_too_late"
    })
    void eachRefusalIsADeadLetterWithItsReason(String refusal, String label) throws Exception {
        Either<DeadLetter, String> read =
                read(TEXT.checkingTimes("sent_at", Long::valueOf, refusing(refusal)), "42");

        assertThat(read.isLeft()).isTrue();
        assertThat(read.left().reason().label()).isEqualTo(label);
        assertThat(read.left().detail()).isEqualTo("field \"sent_at\" holds 42: do otherwise");
        assertThat(read.left().payload()).isEqualTo(bytes("42"));
        assertThat(read.left().offset()).isEqualTo(42);
    }

    @Test
    void anEventWithoutATimeIsAskedForOne() throws Exception {
        Either<DeadLetter, String> read =
                read(TEXT.checkingTimes("sent_at", event -> null, refusing("MISSING")), "x");

        assertThat(read.left().detail()).isEqualTo("field \"sent_at\" holds nothing: do otherwise");
    }

    @Test
    void aRefusalThatIsNotKnownIsAFaultOfTheRule() {
        assertThatThrownBy(
                        () -> read(TEXT.checkingTimes("t", Long::valueOf, refusing("WEEKS")), "42"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("refusal=\"WEEKS\"", "NANOSECONDS");
    }

    @Test
    void aConvertedTimeIsWrittenBackAndAnotherEventIsLeftAlone() throws Exception {
        RecordDecoder<String> decoder =
                TEXT.checkingTimes(
                        "t", Long::valueOf, CONVERTING, (event, millis) -> "converted " + millis);

        assertThat(read(decoder, "7")).isEqualTo(Either.Right("converted 7000"));
        assertThat(read(decoder, "700")).isEqualTo(Either.Right("700"));
    }

    @Test
    void withoutAWayToWriteItBackTheEventStaysAsItIs() throws Exception {
        RecordDecoder<String> decoder = TEXT.checkingTimes("t", Long::valueOf, CONVERTING);

        assertThat(read(decoder, "7")).isEqualTo(Either.Right("7"));
    }

    @Test
    void whatTheDecoderRejectsIsRejectedForThat() throws Exception {
        Either<DeadLetter, String> read =
                read(TEXT.checkingTimes("t", Long::valueOf, refusing("ZERO")), "garbage");

        assertThat(read.left().reason()).isEqualTo(Reason.NOT_JSON);
    }

    private static TimeRule refusing(String name) {
        return new TimeRule() {
            private static final long serialVersionUID = 1L;

            @Override
            public long millis(
                    @Nullable Long raw, BiFunction<String, String, RejectedRecordException> refusal)
                    throws RejectedRecordException {
                throw refusal.apply(name, "do otherwise");
            }
        };
    }

    /** Reads one record as a task does: with a copy that has been serialized. */
    private static Either<DeadLetter, String> read(RecordDecoder<String> decoder, String value)
            throws Exception {
        return InstantiationUtil.clone(DeadLetteringDeserializer.of(decoder, Types.STRING))
                .read(Records.record(bytes(value)));
    }
}
