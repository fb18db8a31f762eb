package io.tidemark.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A topic full of seeded orders: ten a millisecond of event time, a second of disorder, one in a
 * thousand a repeat.
 */
final class OrderTopic {

    private static final int ORDERS_PER_MILLI = 10;
    private static final int DISORDER_MILLIS = 1000;
    private static final long FIRST_TIME = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    private OrderTopic() {}

    static void fill(String servers, String topic, int partitions, long rows, int keys, long seed) {
        Topics.create(servers, topic, partitions);
        Properties settings = new Properties();
        settings.setProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        settings.setProperty(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.setProperty(ProducerConfig.LINGER_MS_CONFIG, "50");
        settings.setProperty(ProducerConfig.BATCH_SIZE_CONFIG, "262144");
        Random random = new Random(seed);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (long row = 0; row < rows; row++) {
                long id = random.nextInt(1000) == 0 && row > 0 ? row - 1 : row;
                long time = FIRST_TIME + row / ORDERS_PER_MILLI - random.nextInt(DISORDER_MILLIS);
                int cents = random.nextInt(20_000);
                String order =
                        "{\"order_id\":\"o-"
                                + id
                                + "\",\"ordered_at\":\""
                                + Instant.ofEpochMilli(time)
                                + "\",\"country\":\"c"
                                + random.nextInt(keys)
                                + "\",\"amount\":\""
                                + cents / 100
                                + '.'
                                + cents / 10 % 10
                                + cents % 10
                                + "\",\"customer\":\""
                                + random.nextInt(100_000)
                                + "\",\"items\":"
                                + random.nextInt(30)
                                + "}";
                producer.send(
                        new ProducerRecord<>(
                                topic,
                                (int) (row % partitions),
                                null,
                                order.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }
}
