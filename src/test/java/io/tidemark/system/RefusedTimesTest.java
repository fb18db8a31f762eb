package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.deadletter.DeadLetters;
import io.tidemark.operators.deadletter.RecordDecoder;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import io.tidemark.watermarks.EventTimeHygiene;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The hygiene of event times and the dead letters, which know nothing of each other, put together
 * as a job does: every number is an event or a dead letter with its reason, and none is lost.
 */
class RefusedTimesTest {

    private static final long TIME = 1_700_000_000_123L;

    /** What a sender may write, and the reason for which it is refused; empty if it is a time. */
    private record Sent(String number, String reason, String converted) {}

    private static final List<Sent> SENT =
            List.of(
                    new Sent("" + TIME, "", "" + TIME),
                    new Sent("", "time_missing", ""),
                    new Sent("" + Long.MIN_VALUE, "time_smallest_number", ""),
                    new Sent("" + Long.MAX_VALUE, "time_largest_number", ""),
                    new Sent("0", "time_zero", ""),
                    new Sent("-5", "time_negative", ""),
                    new Sent("1700000000", "time_in_seconds", "1700000000000"),
                    new Sent("1700000000123456", "time_in_microseconds", "" + TIME),
                    new Sent("1700000000123456789", "time_in_nanoseconds", "" + TIME),
                    new Sent("86400000", "time_too_early", ""),
                    new Sent("5000000000000", "time_too_late", ""));

    /** The text of a record, whose number is its time. */
    private static final RecordDecoder<String> TEXT =
            record -> new String(record.value(), StandardCharsets.UTF_8);

    @Test
    void eachRefusalLeavesByItsReason() throws Exception {
        EventTimeHygiene strict = EventTimeHygiene.strict();
        List<String> events = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        Set<String> reasons = new HashSet<>();
        for (Sent sent : SENT) {
            if (sent.reason().isEmpty()) {
                events.add(sent.number());
            } else {
                refused.add(sent.number() + " " + sent.reason());
                reasons.add(sent.reason());
            }
        }
        assertThat(reasons).hasSameSizeAs(EventTimeHygiene.Reason.values());

        checkRun(
                TEXT.checkingTimes("sent_at", RefusedTimesTest::number, strict::millisOrThrow),
                events,
                refused);
    }

    @Test
    void whereUnitsAreConvertedTheEventHasTheTimeThatIsMeant() throws Exception {
        EventTimeHygiene converting = EventTimeHygiene.strict().convertingUnits();
        List<String> events = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (Sent sent : SENT) {
            if (sent.converted().isEmpty()) {
                refused.add(sent.number() + " " + sent.reason());
            } else {
                events.add(sent.converted());
            }
        }
        assertThat(events).hasSize(4);

        checkRun(
                TEXT.checkingTimes(
                        "sent_at",
                        RefusedTimesTest::number,
                        converting::millisOrThrow,
                        (event, millis) -> Long.toString(millis)),
                events,
                refused);
    }

    private static void checkRun(
            RecordDecoder<String> decoder, List<String> events, List<String> refused)
            throws Exception {
        DeadLetteringDeserializer<String> deserializer =
                InstantiationUtil.clone(DeadLetteringDeserializer.of(decoder, Types.STRING));
        History<Either<DeadLetter, String>> history = History.empty();
        for (int offset = 0; offset < SENT.size(); offset++) {
            byte[] value = SENT.get(offset).number().getBytes(StandardCharsets.UTF_8);
            history.element(deserializer.read(record(offset, value)), offset);
        }
        DataStream<Either<DeadLetter, String>> records =
                TestStream.of(deserializer.getProducedType());
        DeadLetters<String> parted = DeadLetters.split(records, Types.STRING, "dead-letters");

        Outcome<String> outcome =
                Replay.through(records, parted.events())
                        .under(Disturbance.restoringEvery(3).losing(1))
                        .run(history);

        assertThat(outcome.restores()).isPositive();
        assertThat(outcome.values()).containsExactlyElementsOf(events);
        List<DeadLetter> letters = outcome.side(parted.deadLetters());
        assertThat(letters)
                .extracting(letter -> payload(letter) + " " + letter.reason().label())
                .containsExactlyElementsOf(refused);
        assertThat(letters)
                .extracting(DeadLetter::detail)
                .allMatch(detail -> detail.startsWith("field \"sent_at\" holds "));
        assertThat(Ledgers.total(outcome.side(parted.ledger()), LedgerAccount.REJECTED))
                .isEqualTo(refused.size());
        assertThat(events.size() + refused.size()).as("in").isEqualTo(SENT.size());
    }

    private static @Nullable Long number(String event) {
        return event.isEmpty() ? null : Long.valueOf(event);
    }

    private static String payload(DeadLetter letter) {
        byte[] payload = letter.payload();
        return payload == null ? "none" : new String(payload, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("NullAway") // Kafka's record without a key has a null key.
    private static ConsumerRecord<byte[], byte[]> record(long offset, byte[] value) {
        return new ConsumerRecord<>("readings", 0, offset, null, value);
    }
}
