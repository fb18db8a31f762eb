package io.tidemark.operators.dedup;

import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;

/**
 * What a deduplication keeps an identifier; the name is part of every savepoint. Cleared by an
 * event-time timer, so it needs no TTL.
 */
final class DeduplicationState {

    /** The event times of the admitted events, epoch milliseconds, in the order of their coming. */
    static final ValueStateDescriptor<long[]> ADMITTED_TIMES =
            new ValueStateDescriptor<>(
                    "admitted-times", PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO);

    private DeduplicationState() {}
}
