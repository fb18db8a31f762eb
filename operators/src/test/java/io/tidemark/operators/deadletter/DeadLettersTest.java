package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.EitherTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
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
}
