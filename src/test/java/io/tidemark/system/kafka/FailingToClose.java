package io.tidemark.system.kafka;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;

/** A part of a Kafka producer with which the producer does not close well. */
public final class FailingToClose implements Partitioner {

    /** How often that was so in this process. */
    static final AtomicInteger FAILURES = new AtomicInteger();

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public int partition(
            String topic,
            Object key,
            byte[] keyBytes,
            Object value,
            byte[] valueBytes,
            Cluster cluster) {
        return 0;
    }

    @Override
    public void close() {
        FAILURES.incrementAndGet();
        throw new KafkaException("does not close");
    }
}
