package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.disorder.Arrival;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.Test;

class RecordReadingTest {

    private final RecordReading reading = new RecordReading();

    @Test
    void theFirstOfAReasonInAPartitionIsItsExample() {
        assertThat(exampleOf(3, 17, Reason.NOT_JSON, "no\tJSON"))
                .isEqualTo("partition 3, offset 17: no?JSON");
        assertThat(exampleOf(3, 18, Reason.NOT_JSON, "neither")).isEmpty();
        assertThat(exampleOf(3, 19, Reason.TOMBSTONE, "nothing")).contains("offset 19");
        assertThat(exampleOf(1, 5, Reason.NOT_JSON, "nor this")).contains("partition 1");
    }

    @Test
    void anEventStaysAsItIs() {
        Arrival event = Arrival.of(1, 2, 3, "key");

        assertThat(reading.map(Either.Right(event))).isSameAs(event);
        assertThat(event.example()).isEmpty();
    }

    private String exampleOf(int partition, long offset, Reason reason, String detail) {
        Arrival arrival =
                reading.map(
                        Either.Left(
                                new DeadLetter(
                                        "t", partition, offset, reason, detail, new byte[0], 0)));
        assertThat(arrival.rejectedAs()).isEqualTo(reason.label());
        return arrival.example();
    }
}
