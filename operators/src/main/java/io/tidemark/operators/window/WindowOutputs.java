package io.tidemark.operators.window;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LedgerEntry;
import io.tidemark.operators.window.WindowContext.MissedWindows;
import java.io.Serializable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableFunction;

/**
 * The side outputs of windows.
 *
 * @param late events too late for all of their windows
 * @param partlyLate events too late for some of them
 * @param outOfRange events with a time that no window can have
 * @param ledger what was counted since the last checkpoint
 * @param reportsPartlyLate whether anything goes to {@code partlyLate}
 * @param eventOf the event in what the operator reads
 * @param <I> the type of what the operator reads: the events, or what stands for them
 * @param <T> the type of the events
 */
record WindowOutputs<I, T>(
        OutputTag<Late<T>> late,
        OutputTag<PartlyLate<T>> partlyLate,
        OutputTag<T> outOfRange,
        OutputTag<LedgerEntry> ledger,
        boolean reportsPartlyLate,
        SerializableFunction<I, T> eventOf)
        implements Serializable {

    /** The outputs of an operator that reads the events themselves. */
    static <T> WindowOutputs<T, T> of(TypeInformation<T> type, boolean reportsPartlyLate) {
        return of(type, reportsPartlyLate, event -> event);
    }

    static <I, T> WindowOutputs<I, T> of(
            TypeInformation<T> type,
            boolean reportsPartlyLate,
            SerializableFunction<I, T> eventOf) {
        return new WindowOutputs<>(
                new OutputTag<>("late", Late.type(type)),
                new OutputTag<>("partly-late", PartlyLate.type(type)),
                new OutputTag<>("out-of-range", type),
                new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class)),
                reportsPartlyLate,
                eventOf);
    }

    /** Sends to these outputs. */
    Sender<I> to(Output<?> output) {
        return new Sender<>() {
            @Override
            public void late(I read, long time, long watermark, long missedWindowEnd) {
                send(late, new Late<>(eventOf.apply(read), time, watermark, missedWindowEnd), time);
            }

            @Override
            public void partlyLate(I read, long time, long watermark, MissedWindows missed) {
                if (reportsPartlyLate) {
                    send(
                            partlyLate,
                            new PartlyLate<>(eventOf.apply(read), time, watermark, missed.list()),
                            time);
                }
            }

            @Override
            public void outOfRange(I read, long time) {
                send(outOfRange, eventOf.apply(read), time);
            }

            private <X> void send(OutputTag<X> tag, X value, long time) {
                output.collect(tag, new StreamRecord<>(value, time));
            }
        };
    }

    /** Sends events that are in no result, or not in all of theirs. */
    interface Sender<I> {

        void late(I read, long time, long watermark, long missedWindowEnd);

        void partlyLate(I read, long time, long watermark, MissedWindows missed);

        void outOfRange(I read, long time);
    }
}
