package io.tidemark.jobs.orders;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RejectedRecordException;
import io.tidemark.operators.deadletter.TimeFormat;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderDecoderTest {

    private static final long EARLIEST = Instant.parse("2000-01-01T00:00:00Z").toEpochMilli();

    private final OrderDecoder decoder =
            new OrderDecoder(
                    new OrderFields("order_id", "country", "ordered_at", TimeFormat.ISO, "amount"),
                    EARLIEST);

    @Test
    void readsStringsNumbersAndBooleansAlike() throws Exception {
        Order asStrings =
                decode(
                        "{\"order_id\":\"7\",\"country\":\"true\",\"ordered_at\":\"2009-12-01T07:45:00Z\",\"amount\":\"505.30\",\"x\":[1]}");
        Order asValues =
                decode(
                        "{\"amount\":505.30,\"ordered_at\":\"2009-12-01T08:45:00+01:00\",\"country\":true,\"order_id\":7}");

        for (Order order : new Order[] {asStrings, asValues}) {
            assertThat(order.id()).isEqualTo("7");
            assertThat(order.key()).isEqualTo("true");
            assertThat(order.time())
                    .isEqualTo(Instant.parse("2009-12-01T07:45:00Z").toEpochMilli());
            assertThat(order.value()).isEqualTo(new BigDecimal("505.30"));
            assertThat(order.partition()).isEqualTo(3);
            assertThat(order.logTime()).isEqualTo(1234);
            assertThat(order.met()).isEqualTo(Long.MIN_VALUE);
        }
    }

    @Test
    void anEmptyKeyIsAKeyButAnEmptyIdIsNone() throws Exception {
        assertThat(
                        decode(
                                        "{\"order_id\":\"7\",\"country\":\"\",\"ordered_at\":\"2009-12-01T07:45:00Z\",\"amount\":\"-1\"}")
                                .key())
                .isEmpty();
        assertRejected(
                "{\"order_id\":\"\",\"country\":\"x\",\"ordered_at\":\"2009-12-01T07:45:00Z\",\"amount\":\"-1\"}",
                Reason.FIELD_MISSING,
                "order_id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"country\":\"x\",\"ordered_at\":\"2009-12-01T07:45:00Z\",\"amount\":\"1\"} | FIELD_MISSING | order_id",
                "{\"order_id\":\"1\",\"country\":{},\"ordered_at\":\"2009-12-01T07:45:00Z\",\"amount\":\"1\"} | WRONG_TYPE | country",
                "{\"order_id\":\"1\",\"country\":\"x\",\"ordered_at\":\"yesterday\",\"amount\":\"1\"} | TIME_UNPARSABLE | yesterday",
                "{\"order_id\":\"1\",\"country\":\"x\",\"ordered_at\":\"1999-12-31T23:59:59.999Z\",\"amount\":\"1\"} | TIME_TOO_EARLY | 1999",
                "{\"order_id\":\"1\",\"country\":\"x\",\"ordered_at\":\"2009-12-01T07:45:00Z\",\"amount\":\"ten\"} | NOT_A_NUMBER | ten",
                "[] | NOT_AN_OBJECT | array",
                "{ | NOT_JSON | end-of-input"
            })
    void saysWhatIsWrong(String json, Reason reason, String quoted) {
        assertRejected(json, reason, quoted);
    }

    @Test
    void aLogWithoutTimesContradictsNoClock() throws Exception {
        Order order =
                decoder.decode(
                        record(
                                "{\"order_id\":\"1\",\"country\":\"x\",\"ordered_at\":\"2030-12-01T07:45:00Z\",\"amount\":\"1\"}",
                                -1));
        assertThat(order.logTime()).isEqualTo(Long.MAX_VALUE);
    }

    private void assertRejected(String json, Reason reason, String quoted) {
        assertThatThrownBy(() -> decode(json))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason))
                .hasMessageContaining(quoted);
    }

    private Order decode(String json) throws RejectedRecordException {
        return decoder.decode(record(json, 1234));
    }

    private static ConsumerRecord<byte[], byte[]> record(String json, long logTime) {
        return new ConsumerRecord<>(
                "orders",
                3,
                42L,
                logTime,
                TimestampType.CREATE_TIME,
                0,
                json.length(),
                null,
                json.getBytes(UTF_8),
                new RecordHeaders(),
                Optional.empty());
    }
}
