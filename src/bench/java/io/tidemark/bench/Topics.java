package io.tidemark.bench;

import io.tidemark.operators.sink.kafka.KafkaPreflight;
import io.tidemark.operators.sink.kafka.TopicPlan;
import java.util.List;
import java.util.Properties;

/** Makes the topics of a benchmark. */
public final class Topics {

    private Topics() {}

    /** Makes one that keeps what it is given, as the preflight of a sink would. */
    public static void create(String servers, String topic, int partitions) {
        Properties client = new Properties();
        client.setProperty("bootstrap.servers", servers);
        try (KafkaPreflight preflight = KafkaPreflight.connect(client)) {
            preflight.ensure(List.of(TopicPlan.log(topic, partitions)));
        }
    }
}
