package io.tidemark.system.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.kafka.LostTransactionsException;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import io.tidemark.system.kafka.SinkTask.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.apache.kafka.clients.admin.TransactionState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a refused commit leads to: nothing if it had been done before, and a loud end if not. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CommitIT {

    @Test
    void committedByTheProducerThatWroteIt(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            task.write("a", "b").snapshot(1);
            int epoch = outlet.describe(0, 1).producerEpoch();
            task.complete(1);

            outlet.awaitVisible(List.of("a", "b"));
            // Its protocol moves the epoch; that of a committer that resumes does not (see below).
            assertThat(outlet.describe(0, 1).producerEpoch()).isEqualTo(epoch + 1);
            assertThat(task.counted("successfulCommittables")).isEqualTo(1);
        }
    }

    @Test
    void committedThenCommittedAgainAfterACrash(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a", "b").snapshot(1);
            task.complete(1);
            task.write("c");
        }
        // Twice: neither the first nor the second recovery takes the refusal for a loss.
        for (int recovery = 1; recovery <= 2; recovery++) {
            try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
                assertThat(task.counted("alreadyCommittedCommittables"))
                        .as("refused because it had been committed")
                        .isEqualTo(1);
                assertThat(task.counted("lostTransactions")).isZero();
                task.write("d").snapshot(2);
            }
        }
        outlet.awaitVisible(List.of("a", "b"));
    }

    @Test
    void notCommittedThenCommittedByTheRecovery(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a", "b").snapshot(1);
        }
        assertThat(outlet.visible()).isEmpty();
        int epoch = outlet.describe(0, 1).producerEpoch();
        for (int recovery = 1; recovery <= 2; recovery++) {
            try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
                assertThat(task.counted("lostTransactions")).isZero();
            }
            outlet.awaitVisible(List.of("a", "b"));
        }
        assertThat(outlet.describe(0, 1).producerEpoch()).isEqualTo(epoch);
    }

    @Test
    void timedOutFailsTheJobAndSaysHowMuchIsLost(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts).timingOutAfter(Duration.ofSeconds(1));
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a", "b", "c").snapshot(1);
            Awaitility.await("the broker's abort")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> outlet.describe(0, 1).state() == TransactionState.COMPLETE_ABORT);

            assertThatThrownBy(() -> task.complete(1))
                    .isInstanceOf(LostTransactionsException.class)
                    .hasMessageContainingAll(
                            '"' + outlet.topic() + '"',
                            outlet.transactionalId(0, 1),
                            "checkpoint 1",
                            "3 records",
                            "timed out",
                            "transaction.timeout.ms=1000",
                            "--lost-transactions=count",
                            "--transaction-timeout")
                    .satisfies(
                            lost ->
                                    assertThat(ThrowableClassifier.getThrowableType(lost))
                                            .isEqualTo(ThrowableType.NonRecoverableError));
            assertThat(task.counted("lostTransactions")).isEqualTo(1);
            assertThat(task.counted("lostRecords")).isEqualTo(3);
        }
        // What a restart finds: the same, and not another error that would hide it.
        assertThatThrownBy(() -> SinkTask.restored(outlet.sink(), one))
                .isInstanceOf(LostTransactionsException.class)
                .hasMessageContaining("3 records");

        try (SinkTask<?> task = SinkTask.restored(outlet.countingLosses().sink(), one)) {
            assertThat(task.counted("lostTransactions")).isEqualTo(1);
            assertThat(task.counted("lostRecords")).isEqualTo(3);
            task.write("d").snapshot(2);
            task.complete(2);
        }
        outlet.awaitVisible(List.of("d"));
    }

    @Test
    void aLossTakesNoOtherTransactionWithIt(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot two;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            task.write("a").snapshot(1);
            two = task.write("b").snapshot(2);
            fence(parts, outlet, 1);

            assertThatThrownBy(() -> task.complete(2))
                    .isInstanceOf(LostTransactionsException.class)
                    .hasMessageContaining(outlet.transactionalId(0, 1));
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.countingLosses().sink(), two)) {
            assertThat(task.counted("lostRecords")).isEqualTo(1);
        }
        outlet.awaitVisible(List.of("b"));
    }

    @Test
    void fencedBySomebodyElseCountsAsLostAndSaysThatItIsNotCertain(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts).countingLosses();
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            fence(parts, outlet, 1);
            task.complete(1);

            assertThat(task.counted("lostTransactions")).isEqualTo(1);
            assertThat(task.counted("failedCommittables")).isEqualTo(1);
            task.write("b").snapshot(2);
            task.complete(2);
        }
        outlet.awaitVisible(List.of("b"));

        Outlet failing = outlet.failingOnLosses();
        assertThatThrownBy(() -> SinkTask.restored(failing.sink(), one))
                .isInstanceOf(LostTransactionsException.class)
                .hasMessageContainingAll("not certain", "fenced by another producer", "1 record ");
    }

    @Test
    void anIdThatTheBrokerHasForgottenCountsAsLost(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
        }
        String id = outlet.transactionalId(0, 1);
        one.rename(id, id.substring(0, id.length() - 1) + "7");

        assertThatThrownBy(() -> SinkTask.restored(outlet.sink(), one))
                .isInstanceOf(LostTransactionsException.class)
                .hasMessageContainingAll("has forgotten its id", "transactional.id.expiration.ms");
    }

    private static void fence(RealParts parts, Outlet outlet, long checkpoint) {
        Outlet.get(
                parts.admin().fenceProducers(List.of(outlet.transactionalId(0, checkpoint))).all());
    }
}
