package io.tidemark.local.traffic;

import org.jspecify.annotations.Nullable;

/**
 * One record on its way to the input topic.
 *
 * <p>The arrays are not copied: who makes a record gives them away, and nobody changes them.
 *
 * @param key the message key, or null for none
 * @param value the payload
 * @param partition the partition, or {@link #BY_KEY}
 * @param eventTimeMillis when the event happened by its own account, or {@link #NO_EVENT_TIME} if
 *     it says nothing that can be believed
 * @param row its number in the traffic, the first is 1
 * @param dueMillisAfterStart when it is to be sent, counted from the start of feeding, or {@link
 *     #AT_ONCE}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a copy per record would cost millions
public record TrafficRecord(
        byte @Nullable [] key,
        byte[] value,
        int partition,
        long eventTimeMillis,
        long row,
        long dueMillisAfterStart) {

    /** The partition follows from the key, by the hash that Kafka's own producer uses. */
    public static final int BY_KEY = -1;

    /** The event carries no time that can be believed. */
    public static final long NO_EVENT_TIME = Long.MIN_VALUE;

    /** As soon as the broker takes it. */
    public static final long AT_ONCE = -1;
}
