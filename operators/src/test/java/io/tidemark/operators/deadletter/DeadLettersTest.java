package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.InterceptedMetrics;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

    @Test
    void eachRecordGoesOneWayInItsOrder() throws Exception {
        History<Either<DeadLetter, String>> history = History.empty();
        List<String> events = new ArrayList<>();
        List<String> details = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                String detail = "detail " + i;
                history.element(
                        Either.Left(
                                DeadLetter.of(
                                        Records.record(i % 2 == 0 ? null : new byte[] {1}),
                                        Reason.NOT_JSON,
                                        detail)),
                        i);
                details.add(detail);
            } else {
                history.element(Either.Right("event " + i), i);
                events.add("event " + i);
            }
        }
        DataStream<Either<DeadLetter, String>> records =
                TestStream.of(
                        new EitherTypeInfo<>(TypeInformation.of(DeadLetter.class), Types.STRING));
        DeadLetters<String> parted = DeadLetters.split(records, Types.STRING, "split");

        Outcome<String> outcome =
                Replay.through(records, parted.events())
                        .under(Disturbance.restoringEvery(4).losing(2))
                        .run(history);

        assertThat(outcome.restores()).isPositive();
        assertThat(outcome.values()).containsExactlyElementsOf(events);
        assertThat(outcome.records())
                .allMatch(one -> one.getValue().equals("event " + one.getTimestamp()));
        assertThat(outcome.side(parted.deadLetters()))
                .extracting(DeadLetter::detail)
                .containsExactlyElementsOf(details);
        assertThat(Ledgers.total(outcome.side(parted.ledger()), LedgerAccount.REJECTED))
                .isEqualTo(details.size());
    }

    @Test
    void eachRejectIsCountedByItsReason() throws Exception {
        DataStream<Either<DeadLetter, String>> records =
                TestStream.of(
                        new EitherTypeInfo<>(TypeInformation.of(DeadLetter.class), Types.STRING));
        DeadLetters<String> parted = DeadLetters.split(records, Types.STRING, "split");
        CountersByName counters = new CountersByName();
        try (OneInputStreamOperatorTestHarness<Either<DeadLetter, String>, String> split =
                new OneInputStreamOperatorTestHarness<>(
                        operator(parted), InterceptedMetrics.environment(counters))) {
            split.setup(Types.STRING.createSerializer(new SerializerConfigImpl()));
            split.open();
            split.processElement(Either.Right("event"), 1);
            long times = 0;
            for (Reason reason : Reason.values()) {
                times++;
                for (int i = 0; i < times; i++) {
                    split.processElement(
                            Either.Left(DeadLetter.of(Records.record(null), reason, "")), 1);
                }
            }
        }

        assertThat(counters.groups).containsExactly("rejected");
        long times = 0;
        for (Reason reason : Reason.values()) {
            times++;
            assertThat(((Counter) counters.get(reason.label())).getCount())
                    .as("%s", reason)
                    .isEqualTo(times);
        }
    }

    private static OneInputStreamOperator<Either<DeadLetter, String>, String> operator(
            DeadLetters<String> parted) {
        @SuppressWarnings("unchecked") // The split takes records and gives events.
        OneInputTransformation<Either<DeadLetter, String>, String> split =
                (OneInputTransformation<Either<DeadLetter, String>, String>)
                        parted.events().getTransformation();
        return (OneInputStreamOperator<Either<DeadLetter, String>, String>) split.getOperator();
    }

    /** A group that finds the counters of its subgroups too. */
    private static final class CountersByName extends InterceptingOperatorMetricGroup {

        private final List<String> groups = new ArrayList<>();

        @Override
        public MetricGroup addGroup(String name) {
            groups.add(name);
            return this;
        }
    }
}
