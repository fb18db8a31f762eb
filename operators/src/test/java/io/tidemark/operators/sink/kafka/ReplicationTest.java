package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.PreflightException;
import io.tidemark.operators.sink.kafka.Replication.Copies;
import org.junit.jupiter.api.Test;

class ReplicationTest {

    @Test
    void aMinimumThatCanNotBeMetIsRefused() {
        assertThatThrownBy(() -> copies(3, 2).judge(1))
                .isInstanceOf(PreflightException.class)
                .hasMessage(
                        "topic \"results\" has replicas=3 and min.insync.replicas=2, but only 1 broker(s) run: nothing could be"
                                + " written. Lower the minimum, or start the others");
    }

    @Test
    void aMinimumAboveTheReplicasIsWarnedOf() {
        assertThat(copies(1, 2).judge(3))
                .contains(
                        "topic \"results\" has replicas=1 and min.insync.replicas=2: a broker before 3.7 takes no write, and a newer"
                                + " one is content with 1. Lower the minimum, or add replicas");
        assertThat(copies(1, 2).judge(1)).isPresent();
    }

    @Test
    void aSingleBrokersLossIsWarnedOfWhereThereAreMore() {
        assertThat(copies(3, 1).judge(3))
                .hasValueSatisfying(
                        warning ->
                                assertThat(warning)
                                        .contains("\"results\"", "loss of one of the 3 brokers"));
        assertThat(copies(1, 1).judge(2)).isPresent();
        assertThat(copies(1, 1).judge(1)).isEmpty();
        assertThat(copies(3, 2).judge(3)).isEmpty();
        assertThat(copies(2, 2).judge(2)).isEmpty();
    }

    private static Copies copies(int replicas, int minimum) {
        return new Copies(
                "topic \"results\"", "replicas", replicas, "min.insync.replicas", minimum);
    }
}
