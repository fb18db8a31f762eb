package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.junit.jupiter.api.Test;

class LiveTwinTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void looksForTwoIntervalsButNoLongerThanItMay() {
        assertThat(LiveTwin.lookFor(every(10), MINUTE)).isEqualTo(Duration.ofSeconds(20));
        assertThat(LiveTwin.lookFor(every(1), MINUTE)).isEqualTo(Duration.ofSeconds(10));
        assertThat(LiveTwin.lookFor(every(1), Duration.ofSeconds(3)))
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(LiveTwin.lookFor(every(480), MINUTE)).isEqualTo(MINUTE);
        assertThat(LiveTwin.lookFor(new Configuration(), MINUTE)).isEqualTo(MINUTE);
        assertThat(LiveTwin.lookFor(every(10), Duration.ZERO)).isZero();
    }

    @Test
    void inTheJobManagerForThreeAndNotAtAllAtATakeover() {
        Configuration flink = every(10);
        flink.set(DeploymentOptions.TARGET, "embedded");
        assertThat(LiveTwin.lookFor(flink, MINUTE)).isEqualTo(Duration.ofSeconds(30));
        flink.set(HighAvailabilityOptions.HA_MODE, "ZOOKEEPER");
        assertThat(LiveTwin.lookFor(flink, MINUTE)).isZero();
        // A client that submits to such a cluster does look.
        flink.set(DeploymentOptions.TARGET, "remote");
        assertThat(LiveTwin.lookFor(flink, MINUTE)).isEqualTo(Duration.ofSeconds(20));
    }

    private static Configuration every(int seconds) {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(seconds));
        return flink;
    }
}
