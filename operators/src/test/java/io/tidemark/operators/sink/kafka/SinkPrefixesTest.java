package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.internal.TransactionOwnership;
import org.junit.jupiter.api.Test;

class SinkPrefixesTest {

    @Test
    void aSinkThatStartsAnewKnowsTheOthersOfItsJob() {
        SinkPrefixes prefixes = SinkPrefixes.of("job", "out", List.of("out", "late"), List.of());

        assertThat(prefixes.own()).isEqualTo("job.out");
        assertThat(prefixes.earlier()).isEmpty();
        assertThat(prefixes.ofJob()).containsExactlyInAnyOrder("job.out", "job.late");
    }

    @Test
    void aSinkThatIsToldOfNoOtherLooksAtItself() {
        assertThat(SinkPrefixes.of("job", "out", List.of(), List.of(state("job.out"))).ofJob())
                .containsExactly("job.out");
    }

    @Test
    void anEarlierNameOfTheJobWasThatOfAllItsSinks() {
        SinkPrefixes prefixes =
                SinkPrefixes.of(
                        "job",
                        "out",
                        List.of("out", "late"),
                        List.of(state("job.out"), state("old.name.out")));

        assertThat(prefixes.earlier()).containsExactly("old.name.out");
        assertThat(prefixes.ofJob())
                .containsExactlyInAnyOrder("job.out", "job.late", "old.name.out", "old.name.late");
    }

    @Test
    void anEarlierNameOfTheSinkTellsNothingOfTheOthers() {
        SinkPrefixes prefixes =
                SinkPrefixes.of("job", "out", List.of("out", "late"), List.of(state("job.before")));

        assertThat(prefixes.earlier()).containsExactly("job.before");
        assertThat(prefixes.ofJob()).containsExactlyInAnyOrder("job.out", "job.late", "job.before");
    }

    private static KafkaWriterState state(String prefix) {
        return new KafkaWriterState(
                prefix, 0, 1, TransactionOwnership.IMPLICIT_BY_SUBTASK_ID, List.of());
    }
}
