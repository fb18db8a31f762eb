package io.tidemark.operators.late;

import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.function.SerializableFunction;

/**
 * A summary of lateness, one record a minute: what the ledger counted in that time and since the
 * start, how late the late events were, which keys were late most often, and which windows were
 * missed.
 *
 * <pre>{@code
 * DataStream<LedgerSummary> summaries = LatenessSummary.<Order>byKey(Order::key)
 *         .every(ofMinutes(1))
 *         .applyTo(late, ledger, "lateness-summary");
 * }</pre>
 *
 * <p><b>When.</b> In front of the first checkpoint barrier of each new minute of the clock, and at
 * the end of the input; so never more often than checkpoints come, and only at the end without
 * them. A summary leaves whether anything was late or not.
 *
 * <p><b>What adds up, and when.</b> Whoever counts sends its increments in front of each barrier,
 * and a summary is only made in front of one, when those of all have come. So each summary shows
 * one moment, that of a barrier, and the parts of its equations are never from different ones. Of
 * what the source had read by then, in {@code totals} as in {@code increments}:
 *
 * <ul>
 *   <li>{@code in = admitted + duplicate + late_at_gate + rejected};
 *   <li>{@code admitted = on time + open + late_at_window + out_of_range}. What is on time and what
 *       is in windows that are open, only the windows can tell apart, but in the last summary of an
 *       input that has ended ({@code atEnd}: a bounded run, or a stop that drains) nothing is open:
 *       there {@code on time = admitted − late_at_window − out_of_range};
 *   <li>the number of late events is {@code late_at_gate + late_at_window}, if all that is late is
 *       in the late stream, and all that counts it in the ledger.
 * </ul>
 *
 * <p>Totals count from when the summary was first part of the job: one that is added to a job that
 * has run before knows nothing of what was before. {@code ahead} counts events a second time and is
 * in no equation. With unaligned checkpoints a barrier overtakes what is on its way: that is then
 * in a later summary, and only the last one is sure to be of one moment.
 *
 * <p><b>Nothing vanishes, and nothing counts twice.</b> The increments of all summaries add up to
 * the ledger, and their counts to the late stream, across crashes too: a summary leaves in front of
 * the barrier of the very checkpoint whose state begins anew. For this the sink must be
 * transactional, and checkpoints in mode {@code EXACTLY_ONCE}.
 *
 * <p><b>State.</b> One row: the totals, and the figures since the last summary, which are bounded:
 * up to {@code 512} keys of up to 200 characters, {@code 2048} windows, and 64 buckets for each
 * doubling of how late. <b>Cost.</b> Late events are added up in the subtasks that they come from;
 * one record a checkpoint and subtask goes on to a single subtask, which makes the summary.
 * <b>Rescale.</b> The single one stays single; the others keep nothing across a barrier.
 *
 * @param <T> the type of the events
 */
public final class LatenessSummary<T> {

    /** How many keys and how many windows a summary names. */
    static final int SHOWN = 10;

    private final SerializableFunction<T, String> key;
    private final long everyMillis;

    private LatenessSummary(SerializableFunction<T, String> key, long everyMillis) {
        this.key = key;
        this.everyMillis = everyMillis;
    }

    /**
     * A summary a minute, which names the keys that are late most often.
     *
     * @param key the key of an event, never null; keys that agree in their first 200 characters
     *     count as one
     */
    public static <T> LatenessSummary<T> byKey(SerializableFunction<T, String> key) {
        return new LatenessSummary<>(key, Duration.ofMinutes(1).toMillis());
    }

    /**
     * The same with a summary for each so much time, counted from 1970-01-01T00:00:00Z.
     *
     * @throws IllegalArgumentException if that is below 1 ms
     */
    public LatenessSummary<T> every(Duration period) {
        if (Millis.isNone(period)) {
            throw new IllegalArgumentException(
                    "period="
                            + period
                            + " is below 1 ms: give the time between two summaries, such as 1 min");
        }
        return new LatenessSummary<>(key, Millis.of("period", period));
    }

    /**
     * Puts the summary behind all that is late and all that counts.
     *
     * @param late every late event, each once: of the gate, and of the windows behind it
     * @param ledger the entries of all that judge
     * @param uid the stable uid of the operator that makes the summary, also its name; two in front
     *     of it, without state, have {@code -late} and {@code -ledger} added
     */
    public SingleOutputStreamOperator<LedgerSummary> applyTo(
            DataStream<Late<T>> late, DataStream<LedgerEntry> ledger, String uid) {
        DataStream<LatenessFigures> entries =
                ledger.map(LatenessFigures::of, LatenessFigures.TYPE)
                        .uid(uid + "-ledger")
                        .name(uid + "-ledger");
        return summarized(tallied(late, uid + "-late").union(entries), uid);
    }

    SingleOutputStreamOperator<LatenessFigures> tallied(DataStream<Late<T>> late, String uid) {
        return late.transform(uid, LatenessFigures.TYPE, new LateTallyOperator<>(key)).uid(uid);
    }

    SingleOutputStreamOperator<LedgerSummary> summarized(
            DataStream<LatenessFigures> figures, String uid) {
        return figures.transform(
                        uid,
                        TypeInformation.of(LedgerSummary.class),
                        new LatenessSummaryOperator(everyMillis))
                .uid(uid)
                .forceNonParallel();
    }
}
