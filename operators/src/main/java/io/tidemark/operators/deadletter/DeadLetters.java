package io.tidemark.operators.deadletter;

import static java.util.Objects.requireNonNull;

import io.tidemark.operators.late.AccountingOperator;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.LedgerEntry;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Either;
import org.apache.flink.util.OutputTag;

/**
 * A stream of records parted into events and dead letters.
 *
 * @param events what could be read
 * @param deadLetters what could not
 * @param ledger how many could not
 * @param <T> the type of the events
 */
public record DeadLetters<T>(
        SingleOutputStreamOperator<T> events,
        DataStream<DeadLetter> deadLetters,
        DataStream<LedgerEntry> ledger) {

    /**
     * Parts the output of a {@link DeadLetteringDeserializer}; changes no order, for it runs at the
     * parallelism of its input.
     *
     * <p>Metrics, by subtask and from zero after a restart: {@code rejected.REASON} for each {@link
     * Reason}, by its {@link Reason#label label}.
     *
     * @param uid the operator's stable uid, also its name
     */
    public static <T> DeadLetters<T> split(
            DataStream<Either<DeadLetter, T>> records, TypeInformation<T> eventType, String uid) {
        OutputTag<DeadLetter> letters =
                new OutputTag<>("dead-letters", TypeInformation.of(DeadLetter.class));
        OutputTag<LedgerEntry> ledger =
                new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));
        // Beside its input, subtask by subtask: dealing the records out anew would tear the order
        // of a partition.
        SingleOutputStreamOperator<T> events =
                records.transform(uid, eventType, new Split<T>(letters, ledger))
                        .setParallelism(records.getParallelism())
                        .uid(uid);
        return new DeadLetters<>(
                events, events.getSideOutput(letters), events.getSideOutput(ledger));
    }

    private static final class Split<T> extends AccountingOperator<Either<DeadLetter, T>, T> {

        private static final long serialVersionUID = 1L;

        private final OutputTag<DeadLetter> letters;

        private transient Map<Reason, Counter> byReason;

        @SuppressWarnings("NullAway.Init") // Flink opens the counters before the first record.
        Split(OutputTag<DeadLetter> letters, OutputTag<LedgerEntry> ledger) {
            super(ledger, LedgerAccount.REJECTED);
            this.letters = letters;
        }

        @Override
        public void open() throws Exception {
            super.open();
            MetricGroup rejected = getMetricGroup().addGroup("rejected");
            byReason = new EnumMap<>(Reason.class);
            for (Reason reason : Reason.values()) {
                byReason.put(reason, rejected.counter(reason.label()));
            }
        }

        @Override
        public void processElement(StreamRecord<Either<DeadLetter, T>> element) {
            Either<DeadLetter, T> record = element.getValue();
            if (record.isRight()) {
                output.collect(element.replace(record.right()));
            } else {
                count(LedgerAccount.REJECTED);
                requireNonNull(byReason.get(record.left().reason())).inc();
                // Without a time: a dead letter has none.
                output.collect(letters, new StreamRecord<>(record.left()));
            }
        }
    }
}
