package io.tidemark.system.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.flink.connector.base.DeliveryGuarantee.AT_LEAST_ONCE;
import static org.apache.flink.connector.base.DeliveryGuarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.sink.kafka.LostTransactionsException;
import io.tidemark.system.OnRealParts;
import io.tidemark.system.RealParts;
import io.tidemark.system.kafka.SinkTask.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A job that comes back with another delivery than it had: nothing of its checkpoint is lost. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DeliveryChangeIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    void whatAnExactlyOnceLifeHadStillToCommitAnAtLeastOnceLifeCommits(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a", "b").snapshot(1);
        }
        outlet.leaveOpen(0, 2, "never");
        assertThat(outlet.visible()).isEmpty();

        outlet.delivering(AT_LEAST_ONCE);
        // Twice: the second recovery takes the refusal for what it is.
        for (int recovery = 1; recovery <= 2; recovery++) {
            try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
                outlet.awaitNothingHidden(SOON);
                assertThat(task.counted("lostTransactions")).isZero();
            }
            outlet.awaitVisible(List.of("a", "b"));
        }
        Snapshot two;
        try (SinkTask<?> task = SinkTask.restored(outlet.sink(), one)) {
            two = task.write("c").snapshot(2);
            outlet.awaitVisible(List.of("a", "b", "c"));
            task.complete(2);
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.sink(), two)) {
            task.write("d").snapshot(3);
            task.complete(3);
        }
        outlet.awaitVisible(List.of("a", "b", "c", "d"));
    }

    @Test
    void anAtLeastOnceLifeFailsForWhatIsLostToo(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
        }
        Outlet.get(parts.admin().fenceProducers(List.of(outlet.transactionalId(0, 1))).all());

        outlet.delivering(AT_LEAST_ONCE);
        assertThatThrownBy(() -> SinkTask.restored(outlet.sink(), one))
                .isInstanceOf(LostTransactionsException.class)
                .hasMessageContaining("1 record ");
    }

    @Test
    void anAtLeastOnceLifeGoesOnExactlyOnce(RealParts parts) throws Exception {
        Outlet outlet = Outlet.on(parts).delivering(AT_LEAST_ONCE);
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.delivering(EXACTLY_ONCE).sink(), one)) {
            task.write("b").snapshot(2);
            assertThat(outlet.visible()).containsExactly("a");
            task.complete(2);
        }
        outlet.awaitVisible(List.of("a", "b"));
    }

    /** The numbers begin anew with a start without a checkpoint, whatever it delivers. */
    @Test
    void whatWasCommittedBeforeAnAtLeastOnceLifePassesForNothingAfterIt(RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
                task.write("first" + checkpoint).snapshot(checkpoint);
                task.complete(checkpoint);
            }
        }
        Snapshot one;
        outlet.delivering(AT_LEAST_ONCE);
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("second").snapshot(1);
            task.complete(1);
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.delivering(EXACTLY_ONCE).sink(), one)) {
            task.write("third").snapshot(2);
            task.complete(2);
        }
        outlet.awaitVisible(List.of("first1", "first2", "first3", "second", "third"));
    }

    /** At-least-once sinks were such once. */
    @ParameterizedTest
    @EnumSource(names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void aCheckpointOfTheConnectorsOwnSinkIsRead(DeliveryGuarantee delivery, RealParts parts)
            throws Exception {
        Outlet outlet = Outlet.on(parts);
        KafkaSink<String> own =
                KafkaSink.<String>builder()
                        .setKafkaProducerConfig(outlet.client())
                        .setRecordSerializer(
                                KafkaRecordSerializationSchema.<String>builder()
                                        .setTopic(outlet.topic())
                                        .setValueSerializationSchema(text -> text.getBytes(UTF_8))
                                        .build())
                        .setDeliveryGuarantee(AT_LEAST_ONCE)
                        .build();
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(own, 0, 1)) {
            one = task.write("a").snapshot(1);
            task.complete(1);
        }
        try (SinkTask<?> task = SinkTask.restored(outlet.delivering(delivery).sink(), one)) {
            task.write("b").snapshot(2);
            task.complete(2);
        }
        outlet.awaitVisible(List.of("a", "b"));
    }

    /** Flink would end the TaskManager. */
    @ParameterizedTest
    @EnumSource(names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void aClientThatDoesNotCloseWellEndsNoProcess(DeliveryGuarantee delivery, RealParts parts)
            throws Exception {
        Outlet outlet =
                Outlet.on(parts).client("partitioner.class", FailingToClose.class.getName());
        int failures = FailingToClose.FAILURES.get();
        Snapshot one;
        try (SinkTask<?> task = SinkTask.fresh(outlet.sink(), 0, 1)) {
            one = task.write("a").snapshot(1);
        }
        int ofExactlyOnce = FailingToClose.FAILURES.get();
        assertThat(ofExactlyOnce).as("inconclusive: it closed").isGreaterThan(failures);

        // Writer and committer have a client each, which close one after the other.
        try (SinkTask<?> task = SinkTask.restored(outlet.delivering(delivery).sink(), one)) {
            task.write("b");
        }
        assertThat(FailingToClose.FAILURES.get())
                .as("inconclusive: they closed")
                .isGreaterThanOrEqualTo(ofExactlyOnce + 2);
    }
}
