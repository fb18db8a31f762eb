package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TransactionIdTest {

    @Test
    void isReadFromBehind() {
        assertThat(TransactionId.parse("orders-2.late-sink-3-17"))
                .contains(new TransactionId("orders-2.late-sink", 3, 17));
        assertThat(new TransactionId("orders-2.late-sink", 3, 17))
                .hasToString("orders-2.late-sink-3-17");
        assertThat(TransactionId.parse("orders-17")).isEmpty();
        assertThat(TransactionId.parse("orders-x-17")).isEmpty();
        assertThat(TransactionId.parse("-3-17")).isEmpty();
        assertThat(TransactionId.parse("orders-3-99999999999999999999")).isEmpty();
    }

    @Test
    void numbersBeyondACheckpointMatchAndNoOthers() {
        for (long after : new long[] {0, 1, 8, 9, 10, 17, 99, 100, 109, 989, 999, 1090}) {
            Pattern beyond = Pattern.compile(TransactionId.beyond(List.of("job.out"), after));
            for (long checkpoint = 1; checkpoint <= 12_000; checkpoint++) {
                assertThat(beyond.matcher("job.out-4-" + checkpoint).matches())
                        .as("%d beyond %d", checkpoint, after)
                        .isEqualTo(checkpoint > after);
            }
        }
    }

    @Test
    void aPrefixIsTakenLiterallyAndAsAWhole() {
        Pattern pattern = Pattern.compile(TransactionId.beyond(List.of("a.b", "c-1"), 0));

        assertThat(pattern.matcher("a.b-0-1").matches()).isTrue();
        assertThat(pattern.matcher("c-1-0-1").matches()).isTrue();
        assertThat(pattern.matcher("axb-0-1").matches()).isFalse();
        assertThat(pattern.matcher("a.bc-0-1").matches()).isFalse();
        assertThat(pattern.matcher("xa.b-0-1").matches()).isFalse();
        assertThat(pattern.matcher("a.b-1-0-1").matches()).isFalse();
        assertThat(pattern.matcher("c-0-1").matches()).isFalse();
    }

    @Test
    void theNamesOfAJobAreThoseOfItsSinksAndOfNoOtherJob() {
        Pattern ofJob = Pattern.compile(TransactionId.of("orders"));

        assertThat(ofJob.matcher("orders.late-sink-0-1").matches()).isTrue();
        assertThat(ofJob.matcher("orders-0-1").matches()).isTrue();
        assertThat(ofJob.matcher("orders-2.late-sink-0-1").matches()).isFalse();
        assertThat(ofJob.matcher("orders.eu.late-sink-0-1").matches()).isFalse();
        assertThat(ofJob.matcher("reorders.late-sink-0-1").matches()).isFalse();
        assertThat(ofJob.matcher("orders.late-sink").matches()).isFalse();
        Pattern ofSink = Pattern.compile(TransactionId.of("orders.late-sink"));
        assertThat(ofSink.matcher("orders.late-sink-0-1").matches()).isTrue();
        assertThat(ofSink.matcher("orders.dead-sink-0-1").matches()).isFalse();
    }
}
