package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema.KafkaSinkContext;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class KafkaOutputTest {

    @Test
    void theTransactionalPrefixIsMadeOfTheJobAndTheUidAndOfNothingElse() {
        // A restarted job finds its own transactions by these very words: they must never change.
        assertThat(output("orders-per-minute", 1).transactionalIdPrefix("results-sink"))
                .isEqualTo("orders-per-minute.results-sink")
                .isEqualTo(output("orders-per-minute", 2).transactionalIdPrefix("results-sink"));
        assertThat(output("orders-per-minute", 1).transactionalIdPrefix("late-sink"))
                .isEqualTo("orders-per-minute.late-sink");
        assertThat(output("orders-per-hour", 1).transactionalIdPrefix("results-sink"))
                .isEqualTo("orders-per-hour.results-sink");
    }

    @Test
    void aUidWithADotIsRefused() {
        // Job "a" with "b.c" and job "a.b" with "c" would have one prefix.
        for (DeliveryGuarantee delivery : DeliveryGuarantee.values()) {
            Properties client = new Properties();
            client.setProperty("bootstrap.servers", "localhost:9092");
            KafkaOutput output = new KafkaOutput(client, delivery, "a", Duration.ofMinutes(1));

            assertThatThrownBy(() -> output.to("topic", "b.c", null, text -> new byte[0]))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("uid=b.c has a dot");
        }
        assertThat(output("a.b", 1).transactionalIdPrefix("c")).isEqualTo("a.b.c");
    }

    @Test
    void keepsItsOwnPropertiesAndTellsNoPassword() {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", "localhost:9092");
        client.setProperty("sasl.jaas.config", "password=\"secret\"");
        KafkaOutput output =
                new KafkaOutput(
                        client, DeliveryGuarantee.EXACTLY_ONCE, "job", Duration.ofMinutes(1));
        client.setProperty("bootstrap.servers", "elsewhere:9092");

        assertThat(output)
                .hasToString("exactly-once to Kafka at localhost:9092 as job job, sinks []");
    }

    @Test
    void aTimeoutThatMillisecondsDoNotHoldIsRefused() {
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
            Duration timeout = Duration.ofSeconds(seconds);

            assertThatThrownBy(
                            () ->
                                    new KafkaOutput(
                                            new Properties(),
                                            DeliveryGuarantee.EXACTLY_ONCE,
                                            "job",
                                            timeout))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("transactionTimeout=" + timeout);
        }
    }

    @Test
    void anOutputThatDoesNotSayWhereKafkaIsIsRefused() {
        assertThatThrownBy(() -> sink(output("job", 1), "results"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("bootstrap.servers is missing");
    }

    @Test
    void aSinkThatIsNotAmongThoseNamedIsRefused() {
        Properties producer = new Properties();
        producer.setProperty("bootstrap.servers", "localhost:9092");
        KafkaOutput output =
                new KafkaOutput(
                        producer, DeliveryGuarantee.EXACTLY_ONCE, "job", Duration.ofMillis(1));

        assertThat(sink(output, "late")).isNotNull();
        assertThat(sink(output.ofSinks(List.of("results", "late")), "late")).isNotNull();
        assertThatThrownBy(() -> sink(output.ofSinks(List.of("results")), "late"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("sinks=[results]", "uid=late");
    }

    private static Sink<String> sink(KafkaOutput output, String uid) {
        return output.to("topic", uid, null, text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private static KafkaOutput output(String job, long timeoutMillis) {
        return new KafkaOutput(
                new Properties(),
                DeliveryGuarantee.EXACTLY_ONCE,
                job,
                Duration.ofMillis(timeoutMillis));
    }

    @Test
    void aMessageCarriesNoRecordTime() {
        MessageSerializer<String> serializer =
                new MessageSerializer<>(
                        "results",
                        text -> text.substring(0, 1).getBytes(StandardCharsets.UTF_8),
                        text -> text.getBytes(StandardCharsets.UTF_8));
        for (Long timestamp : new Long[] {null, 0L, 1_259_653_500_000L}) {
            ProducerRecord<byte[], byte[]> message =
                    serializer.serialize("text", new NoPartitions(), timestamp);
            assertThat(message.timestamp()).isNull();
            assertThat(message.topic()).isEqualTo("results");
            assertThat(message.partition()).isNull();
            assertThat(message.key()).isEqualTo(new byte[] {'t'});
            assertThat(message.value()).isEqualTo("text".getBytes(StandardCharsets.UTF_8));
            assertThat(message.headers()).isEmpty();
        }
    }

    @Test
    void aMessageNeedsNoKey() throws Exception {
        MessageSerializer<String> serializer =
                InstantiationUtil.clone(
                        new MessageSerializer<String>(
                                "late", null, text -> text.getBytes(StandardCharsets.UTF_8)));
        assertThat(serializer.serialize("text", new NoPartitions(), 1L).key()).isNull();
    }

    @Test
    void topicPlansSayHowATopicIsCleanedUp() {
        assertThat(TopicPlan.table("results", 4))
                .isEqualTo(new TopicPlan("results", 4, Map.of("cleanup.policy", "compact")));
        assertThat(TopicPlan.log("late", 2).settings()).containsEntry("cleanup.policy", "delete");
        assertThat(TopicPlan.log("late", 2).takingMessagesOf(7).settings())
                .isEqualTo(Map.of("cleanup.policy", "delete", "max.message.bytes", "7"));
    }

    /** What a serializer may ask about the sink; ours asks nothing. */
    private record NoPartitions() implements KafkaSinkContext {

        @Override
        public int getParallelInstanceId() {
            return 0;
        }

        @Override
        public int getNumberOfParallelInstances() {
            return 1;
        }

        @Override
        public int[] getPartitionsForTopic(String topic) {
            return new int[0];
        }
    }
}
