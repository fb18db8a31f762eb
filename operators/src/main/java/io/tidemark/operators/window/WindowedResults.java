package io.tidemark.operators.window;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LedgerEntry;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * What leaves windows. Every event is in a result, in {@code late} or in {@code outOfRange}.
 *
 * @param results the rows of the windows
 * @param late events that came too late for all of their windows
 * @param partlyLate events that came too late for some of their windows; empty unless asked for
 * @param outOfRange events further than 2<sup>62</sup> ms from 1970, which no window can hold
 * @param ledger how many were late, counted
 * @param <O> the type of the results
 * @param <T> the type of the events
 */
public record WindowedResults<O, T>(
        SingleOutputStreamOperator<O> results,
        DataStream<Late<T>> late,
        DataStream<PartlyLate<T>> partlyLate,
        DataStream<T> outOfRange,
        DataStream<LedgerEntry> ledger) {

    /** Puts windows into a keyed stream of events. */
    static <K, T, O, H extends HotKey<K>> WindowedResults<O, T> of(
            KeyedStream<T, K> events,
            WindowEngine<K, T, O, H> engine,
            TypeInformation<O> type,
            WindowPlan plan,
            String uid) {
        return of(
                events,
                engine,
                WindowOutputs.of(events.getType(), plan.reportsPartlyLate()),
                type,
                plan,
                uid);
    }

    /** Puts windows into a keyed stream of what stands for events. */
    static <K, I, T, O, H extends HotKey<K>> WindowedResults<O, T> of(
            KeyedStream<I, K> read,
            WindowEngine<K, I, O, H> engine,
            WindowOutputs<I, T> outputs,
            TypeInformation<O> type,
            WindowPlan plan,
            String uid) {
        return of(
                read.transform(
                                uid,
                                type,
                                new WindowsOperator<>(
                                        engine, read.getKeySelector(), outputs, plan, uid))
                        .uid(uid),
                outputs);
    }

    static <O, T> WindowedResults<O, T> of(
            SingleOutputStreamOperator<O> results, WindowOutputs<?, T> outputs) {
        return new WindowedResults<>(
                results,
                results.getSideOutput(outputs.late()),
                results.getSideOutput(outputs.partlyLate()),
                results.getSideOutput(outputs.outOfRange()),
                results.getSideOutput(outputs.ledger()));
    }
}
