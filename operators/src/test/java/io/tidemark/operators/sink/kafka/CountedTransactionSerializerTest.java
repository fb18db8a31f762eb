package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

class CountedTransactionSerializerTest {

    private static final CountedTransaction COUNTED =
            new CountedTransaction(new KafkaCommittable(7, (short) 4, "job.out-0-12", null), 345);

    /** What checkpoints hold: the version that wrote it must stay readable. */
    private static final String VERSION_1 =
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
    void theFormOfVersion1IsReadAndWritten() throws IOException {
        assertThat(HexFormat.of().formatHex(serializer.serialize(COUNTED))).isEqualTo(VERSION_1);
        assertThat(serializer.deserialize(1, HexFormat.of().parseHex(VERSION_1)))
                .isEqualTo(COUNTED);
    }

    @Test
    void anotherVersionIsRefused() {
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("form 2", "reads 1");
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
