package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

class CountedTransactionSerializerTest {

    private static final CountedTransaction COUNTED =
            new CountedTransaction(new KafkaCommittable(7, (short) 4, "job.out-0-12", null), 345);

    /** What checkpoints hold, of versions 1 and 2: it must stay readable. */
    private static final String COUNTED_FORM =
            "0000000000000159"
                    + "00000001"
                    + "00000018"
                    + "0004"
                    + "0000000000000007"
                    + "000c"
                    + "6a6f622e6f75742d302d3132";

    private final SimpleVersionedSerializer<CountedTransaction> serializer = serializer();

    @Test
    void comesBackAsItWas() throws IOException {
        byte[] written = serializer.serialize(COUNTED);

        assertThat(serializer.deserialize(serializer.getVersion(), written)).isEqualTo(COUNTED);
        assertThat(COUNTED.checkpoint()).isEqualTo("12");
    }

    @Test
    void theFormInCheckpointsIsReadAndWritten() throws IOException {
        assertThat(HexFormat.of().formatHex(serializer.serialize(COUNTED))).isEqualTo(COUNTED_FORM);
        for (int version = 1; version <= 2; version++) {
            assertThat(serializer.deserialize(version, HexFormat.of().parseHex(COUNTED_FORM)))
                    .isEqualTo(COUNTED);
        }
        assertThat(serializer.getVersion()).isEqualTo(2);
    }

    /** Before records were counted, checkpoints held what the connector writes, as version 1. */
    @Test
    void whatTheConnectorWroteAloneIsReadWithoutANumber() throws IOException {
        SimpleVersionedSerializer<KafkaCommittable> connector = connector();
        assertThat(connector.getVersion()).isEqualTo(1);
        for (String id : List.of("x-0-1", "job.out-0-12", "n".repeat(1000) + "-3-123456789")) {
            KafkaCommittable written = new KafkaCommittable(7, (short) 4, id, null);

            CountedTransaction read = serializer.deserialize(1, connector.serialize(written));

            assertThat(read.transaction()).isEqualTo(written);
            assertThat(read.isCounted()).isFalse();
            assertThat(new LossReport("topic").sentence(loss(read)))
                    .contains("with an unknown number of records");
        }
        byte[] fixed = HexFormat.of().parseHex("00040000000000000007000c6a6f622e6f75742d302d3132");
        assertThat(serializer.deserialize(1, fixed).transaction()).isEqualTo(COUNTED.transaction());
    }

    @Test
    void aLossIsTheSumOfWhatIsKnown() {
        CountedTransaction uncounted =
                new CountedTransaction(COUNTED.transaction(), CountedTransaction.UNKNOWN);
        LossReport report = new LossReport("topic");

        assertThat(report.failure(List.of(loss(COUNTED), loss(COUNTED))))
                .hasMessageContaining("690 records in 2 transactions");
        assertThat(report.failure(List.of(loss(COUNTED), loss(uncounted))))
                .hasMessageContaining("more than 345 records in 2 transactions");
        assertThat(report.failure(List.of(loss(uncounted))))
                .hasMessageContaining("an unknown number of records in 1 transaction");
    }

    /** A length that is not true must not become an array of that length. */
    @Test
    void lengthsThatDoNotFitAreRefused() {
        byte[] whole = HexFormat.of().parseHex(COUNTED_FORM);
        for (int version = 1; version <= 2; version++) {
            int tried = version;
            for (int length = 0; length < whole.length; length++) {
                byte[] part = Arrays.copyOf(whole, length);
                assertThatThrownBy(() -> serializer.deserialize(tried, part))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("has " + length + " bytes");
            }
            byte[] huge = whole.clone();
            huge[12] = 0x6f;
            assertThatThrownBy(() -> serializer.deserialize(tried, huge))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the checkpoint is broken");
        }
    }

    @Test
    void anotherVersionIsRefused() {
        for (int version : new int[] {0, 3}) {
            assertThatThrownBy(() -> serializer.deserialize(version, new byte[0]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("form " + version, "reads 1 to 2");
        }
    }

    private static LossReport.Loss loss(CountedTransaction transaction) {
        return new LossReport.Loss(
                transaction,
                TransactionFate.of(transaction.transaction(), Optional.empty()),
                new IOException("refused"));
    }

    private static SimpleVersionedSerializer<KafkaCommittable> connector() {
        return KafkaSink.<String>builder()
                .setBootstrapServers("nobody:1")
                .setRecordSerializer(
                        new MessageSerializer<>(
                                "topic", null, text -> text.getBytes(StandardCharsets.UTF_8)))
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix("job.out")
                .build()
                .getCommittableSerializer();
    }

    @SuppressWarnings("unchecked") // it is its own sink's
    private static SimpleVersionedSerializer<CountedTransaction> serializer() {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", "nobody:1");
        KafkaOutput output =
                new KafkaOutput(
                        client, DeliveryGuarantee.EXACTLY_ONCE, "job", Duration.ofMinutes(1));
        return ((SupportsCommitter<CountedTransaction>)
                        output.<String>to(
                                "topic",
                                "out",
                                null,
                                text -> text.getBytes(StandardCharsets.UTF_8)))
                .getCommittableSerializer();
    }
}
