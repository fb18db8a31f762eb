package io.tidemark.operators.dedup;

import io.tidemark.operators.late.LedgerEntry;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.MathUtils;
import org.apache.flink.util.OutputTag;

/**
 * Lets the first event of each identifier pass and counts its repeats within a horizon of event
 * time.
 *
 * <p>See the package for the guarantee, the state and the cost.
 *
 * @param <T> the type of the events
 */
public final class Deduplication<T> {

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    private final KeySelector<T, String> identifier;
    private final long horizonMillis;
    private final long slackMillis;

    private Deduplication(KeySelector<T, String> identifier, long horizonMillis, long slackMillis) {
        this.identifier = identifier;
        this.horizonMillis = horizonMillis;
        this.slackMillis = slackMillis;
    }

    /**
     * Deduplication by an identifier.
     *
     * @param horizon how far apart in event time two events of one identifier are still repeats,
     *     inclusive
     * @param slack window size + allowed lateness: an event that far behind the watermark, or
     *     further, is late and counts no more
     * @throws IllegalArgumentException if the horizon is shorter than the slack: an exact repeat
     *     could then come when the first is forgotten, and count twice; or if the slack is
     *     negative, or a {@code long} does not hold the horizon's milliseconds
     */
    public static <T> Deduplication<T> by(
            KeySelector<T, String> identifier, Duration horizon, Duration slack) {
        if (horizon.compareTo(slack) < 0) {
            throw new IllegalArgumentException(
                    "horizon="
                            + horizon
                            + " is shorter than slack="
                            + slack
                            + ": remember identifiers at least as long as an event may be behind");
        }
        // The slack is the shorter of the two, but may be far below 0.
        if (slack.isNegative() || horizon.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "horizon="
                            + horizon
                            + " or slack="
                            + slack
                            + " is negative or beyond 292 million years: give durations that are not");
        }
        return new Deduplication<>(identifier, horizon.toMillis(), slack.toMillis());
    }

    /**
     * Puts the deduplication into a stream whose events carry their event time as Flink timestamp.
     *
     * @param uid the operator's stable uid, also its name
     */
    public DeduplicatedStream<T> applyTo(
            DataStream<T> events, TypeInformation<T> type, String uid) {
        OutputTag<LedgerEntry> ledger =
                new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class));
        SingleOutputStreamOperator<T> admitted =
                events.keyBy(slotOf(identifier), Types.INT)
                        .transform(
                                uid,
                                type,
                                new DeduplicationOperator<>(
                                        identifier, horizonMillis, slackMillis, ledger))
                        .uid(uid);
        return new DeduplicatedStream<>(admitted, admitted.getSideOutput(ledger));
    }

    private static <T> KeySelector<T, Integer> slotOf(KeySelector<T, String> identifier) {
        return event ->
                MathUtils.murmurHash(identifier.getKey(event).hashCode())
                        & (DeduplicationState.SLOTS - 1);
    }

    /**
     * What leaves a deduplication.
     *
     * @param admitted the first event of each identifier
     * @param ledger how many were admitted, how many were repeats
     * @param <T> the type of the events
     */
    public record DeduplicatedStream<T>(
            SingleOutputStreamOperator<T> admitted, DataStream<LedgerEntry> ledger) {}
}
