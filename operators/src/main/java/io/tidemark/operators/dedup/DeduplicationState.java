package io.tidemark.operators.dedup;

import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * What a deduplication keeps; the names are part of every savepoint.
 *
 * <p>Identifiers are spread over a fixed number of slots, and each slot keeps one map a stretch of
 * event time, the stretch being as long as the horizon. So forgetting is to drop a whole map, with
 * one timer for thousands of identifiers, where a timer for each would cost more than everything
 * else; and no stretch can hold two admitted events of one identifier. Cleared by event time, so it
 * needs no TTL.
 */
final class DeduplicationState {

    /**
     * How many slots there are, whatever the parallelism: a power of two, far above any parallelism
     * that pays. More subtasks than slots would have nothing to do.
     */
    static final int SLOTS = 1 << 12;

    /**
     * Of one slot and stretch: identifier → event time of its admitted event, epoch milliseconds.
     */
    static final MapStateDescriptor<String, Long> ADMITTED_TIMES =
            new MapStateDescriptor<>("admitted-times", Types.STRING, Types.LONG);

    static final String FORGET_TIMERS = "forget";

    private DeduplicationState() {}
}
