package io.tidemark.jobs.orders;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetters;
import io.tidemark.operators.dedup.Deduplication;
import io.tidemark.operators.dedup.Deduplication.DeduplicatedStream;
import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LatenessGate;
import io.tidemark.operators.late.LatenessGate.GatedStream;
import io.tidemark.operators.late.LatenessSummary;
import io.tidemark.operators.late.LedgerEntry;
import io.tidemark.operators.late.LedgerSummary;
import io.tidemark.operators.late.WindowEnds;
import io.tidemark.operators.window.WindowedResults;
import io.tidemark.watermarks.FutureGuard;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;

/**
 * The front of every job over orders, from records to orders that its windows may take.
 *
 * <pre>
 *  records, with event time and a watermark of each partition
 *     │
 *  [dead-letters] ──────────── cannot be read, cannot be right ──────────▶ dead letters
 *     │ orders                 by partition
 *  [lateness-gate] ─────────── too late, as the job defines it ──────────▶ late
 *     │ in time                by id
 *  [deduplication] ─────────── repeats: counted, gone
 *     │ first of each id
 *     ▼
 *  admitted           the three judges' counts, at each checkpoint ─────▶ ledger
 * </pre>
 *
 * @param admitted the first order of each id, in time for a window at least
 * @param late orders that came too late, by the window that the job judges them by
 * @param deadLetters records that could not become orders
 * @param ledger what was counted between two checkpoints
 */
public record AdmittedOrders(
        DataStream<Order> admitted,
        DataStream<Late<Order>> late,
        DataStream<DeadLetter> deadLetters,
        DataStream<LedgerEntry> ledger) {

    static final String DEAD_LETTERS_UID = "dead-letters";
    static final String GATE_UID = "lateness-gate";
    static final String DEDUPLICATION_UID = "deduplication";
    static final String SUMMARY_UID = "lateness-summary";

    /**
     * Wires the front behind the given records, which carry their event time and watermarks.
     *
     * @param windows the windows that the orders go to
     * @param span how far an order lies before the end of its last window at most
     */
    public static AdmittedOrders of(
            DataStream<Either<DeadLetter, Order>> records,
            WindowEnds windows,
            Duration span,
            OrderOptions options) {
        DeadLetters<Order> read = DeadLetters.split(records, Order.TYPE, DEAD_LETTERS_UID);
        FutureGuard guard = options.guard();
        GatedStream<Order> gated =
                LatenessGate.<Order>judging(
                                options.watermarks(Order::time, Order::logTime),
                                windows,
                                Order::partition)
                        .allowing(options.allowedLateness())
                        .marking(Order::behind)
                        .countingAhead(order -> guard.isAheadOfLog(order.time(), order.logTime()))
                        .applyTo(read.events(), Order.TYPE, GATE_UID);
        DeduplicatedStream<Order> deduplicated =
                Deduplication.<Order>by(
                                Order::id, options.dedupFor(), span.plus(options.allowedLateness()))
                        .applyTo(gated.passed(), Order.TYPE, DEDUPLICATION_UID);
        return new AdmittedOrders(
                deduplicated.admitted(),
                gated.late(),
                read.deadLetters(),
                read.ledger().union(gated.ledger(), deduplicated.ledger()));
    }

    /**
     * Event time and watermarks for the records of a source, partition by partition.
     *
     * <p>A bounded run declares no partition idle: one that has nothing more to give ends, and
     * where some have ended and the rest is called idle, because the broker pauses or a transaction
     * stays open, Flink takes the end of time for the watermark and everything that follows is
     * late.
     */
    public static WatermarkStrategy<Either<DeadLetter, Order>> watermarks(OrderOptions options) {
        WatermarkStrategy<Either<DeadLetter, Order>> watermarks =
                options.watermarks(
                        record -> record.isRight() ? record.right().time() : Long.MIN_VALUE,
                        record -> record.right().logTime());
        return options.idleAfter().isZero() || options.kafka().untilEnd()
                ? watermarks
                : watermarks.withIdleness(options.idleAfter());
    }

    /**
     * What the whole job writes, with the windows behind this front.
     *
     * @param results the rows of the job
     * @param windows the windows that took the admitted orders: what they refused is late too. What
     *     is out of their range goes nowhere but to the ledger, for {@link OrderDecoder} lets none
     *     of it in
     */
    public <R> Outputs<R> with(DataStream<R> results, WindowedResults<?, Order> windows) {
        return new Outputs<>(
                results, late.union(windows.late()), deadLetters, ledger.union(windows.ledger()));
    }

    /**
     * The same with one more source of late orders.
     *
     * @param alsoLate orders that are late by another judge than {@code windows}
     */
    public <R> Outputs<R> with(
            DataStream<R> results,
            WindowedResults<?, Order> windows,
            DataStream<Late<Order>> alsoLate) {
        Outputs<R> outputs = with(results, windows);
        return new Outputs<>(
                outputs.results(),
                outputs.late().union(alsoLate),
                outputs.deadLetters(),
                outputs.ledger());
    }

    /**
     * What a job over orders writes.
     *
     * @param results its rows
     * @param late orders that came too late
     * @param deadLetters records that could not become orders
     * @param ledger what was counted between two checkpoints
     * @param <R> the type of the rows
     */
    public record Outputs<R>(
            DataStream<R> results,
            DataStream<Late<Order>> late,
            DataStream<DeadLetter> deadLetters,
            DataStream<LedgerEntry> ledger) {

        /**
         * A summary of what is late and of the ledger.
         *
         * @param every for how much time each summary is
         */
        public DataStream<LedgerSummary> summary(Duration every) {
            return LatenessSummary.<Order>byKey(Order::key)
                    .every(every)
                    .applyTo(late, ledger, SUMMARY_UID);
        }
    }
}
