package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.sink.kafka.Progress.Standing;
import java.util.Map;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {

    private static final TransactionId ID = new TransactionId("job.out", 0, 7);

    @ParameterizedTest
    @CsvSource({
        // Written to; committed; begun anew under the name, before or after the broker's abort.
        "EMPTY, 3, 0, ONGOING, 3, 0",
        "ONGOING, 3, 10, ONGOING, 3, 11",
        "ONGOING, 3, 10, PREPARE_COMMIT, 4, 0",
        "EMPTY, 3, 0, EMPTY, 4, 0",
        "COMPLETE_ABORT, 4, 0, EMPTY, 5, 0",
        "COMPLETE_ABORT, 4, 0, ONGOING, 5, 1",
        "ONGOING, 3, 0, ONGOING, 5, 0",
    })
    void aLivingJobDoesThis(
            TransactionState then,
            int epochThen,
            long writtenThen,
            TransactionState now,
            int epochNow,
            long writtenNow) {
        assertThat(between(then, epochThen, writtenThen, now, epochNow, writtenNow).sign())
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        // Nothing; timed out; ended by the broker.
        "EMPTY, 3, 0, EMPTY, 3, 0",
        "ONGOING, 3, 10, ONGOING, 3, 10",
        "ONGOING, 3, 10, PREPARE_ABORT, 4, 0",
        "ONGOING, 3, 10, PREPARE_EPOCH_FENCE, 4, 0",
        "ONGOING, 3, 10, COMPLETE_ABORT, 4, 0",
        "PREPARE_ABORT, 4, 0, COMPLETE_ABORT, 4, 0",
        "PREPARE_COMMIT, 4, 0, PREPARE_COMMIT, 4, 0",
    })
    void aBrokerDoesThisByItself(
            TransactionState then,
            int epochThen,
            long writtenThen,
            TransactionState now,
            int epochNow,
            long writtenNow) {
        assertThat(between(then, epochThen, writtenThen, now, epochNow, writtenNow).sign())
                .isEmpty();
    }

    @Test
    void aNewTransactionIsASignAndTellsItsCheckpoint() {
        Progress progress =
                Progress.between(
                        Map.of(), Map.of(ID, new Standing(TransactionState.EMPTY, 1, 0, 0)));

        assertThat(progress.sign()).contains("transaction job.out-0-7 was begun");
        assertThat(progress.begun()).containsExactly(7L);
    }

    @Test
    void anOpenOneThatIsGoneWasCommittedAndAnEmptyOneForgotten() {
        assertThat(
                        Progress.between(
                                        Map.of(ID, new Standing(TransactionState.ONGOING, 1, 0, 0)),
                                        Map.of())
                                .sign())
                .contains("transaction job.out-0-7 was committed");
        assertThat(
                        Progress.between(
                                        Map.of(ID, new Standing(TransactionState.EMPTY, 1, 0, 0)),
                                        Map.of())
                                .sign())
                .isEmpty();
    }

    private static Progress between(
            TransactionState then,
            int epochThen,
            long writtenThen,
            TransactionState now,
            int epochNow,
            long writtenNow) {
        return Progress.between(
                Map.of(ID, new Standing(then, 1, epochThen, writtenThen)),
                Map.of(ID, new Standing(now, 1, epochNow, writtenNow)));
    }
}
