package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.sink.kafka.TransactionFate.Verdict;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionFateTest {

    private static final Instant BEGUN = Instant.parse("2026-03-01T10:00:00Z");
    private static final long TIMEOUT = 60_000;

    @ParameterizedTest
    @CsvSource({
        // Ours was producer 7, epoch 4; a commit or an abort leaves it there or at 5.
        "COMPLETE_COMMIT, 7, 4, COMMITTED",
        "COMPLETE_COMMIT, 7, 5, COMMITTED",
        "PREPARE_COMMIT, 7, 4, COMMITTED",
        "PREPARE_COMMIT, 7, 5, COMMITTED",
        "COMPLETE_ABORT, 7, 4, LOST",
        "COMPLETE_ABORT, 7, 5, LOST",
        "PREPARE_ABORT, 7, 5, LOST",
        "PREPARE_EPOCH_FENCE, 7, 5, LOST",
        "ONGOING, 7, 4, OPEN",
        "EMPTY, 7, 4, LOST",
        // Somebody began anew under the name.
        "EMPTY, 7, 5, UNKNOWN",
        "EMPTY, 7, 6, UNKNOWN",
        "ONGOING, 7, 5, UNKNOWN",
        "ONGOING, 7, 6, UNKNOWN",
        "COMPLETE_COMMIT, 7, 6, UNKNOWN",
        "COMPLETE_ABORT, 7, 6, UNKNOWN",
        "COMPLETE_COMMIT, 7, 3, UNKNOWN",
        "COMPLETE_COMMIT, 8, 4, UNKNOWN",
        "COMPLETE_ABORT, 8, 4, UNKNOWN",
        "ONGOING, 8, 4, UNKNOWN",
        "UNKNOWN, 7, 4, UNKNOWN",
    })
    void byStateProducerAndEpoch(
            TransactionState state, long producer, int epoch, Verdict verdict) {
        assertThat(fate(state, producer, epoch).verdict()).isEqualTo(verdict);
    }

    @Test
    void whatTheBrokerHasForgottenIsUnknown() {
        TransactionFate fate = TransactionFate.of(ours(), Optional.empty());

        assertThat(fate.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(fate.evidence()).contains("has forgotten", "transactional.id.expiration.ms");
    }

    @Test
    void anAbortThatLeavesTheNameAloneIsATimeout() {
        assertThat(fate(TransactionState.COMPLETE_ABORT, 7, 5).evidence())
                .startsWith("it timed out: begun at 2026-03-01T10:00:00Z")
                .contains("transaction.timeout.ms=60000");
    }

    private static TransactionFate fate(TransactionState state, long producer, int epoch) {
        return TransactionFate.of(
                ours(),
                Optional.of(
                        new TransactionDescription(
                                1,
                                state,
                                producer,
                                epoch,
                                TIMEOUT,
                                OptionalLong.of(BEGUN.toEpochMilli()),
                                Set.of())));
    }

    private static KafkaCommittable ours() {
        return new KafkaCommittable(7, (short) 4, "job.out-0-1", null);
    }
}
