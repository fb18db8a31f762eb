package io.tidemark.local.traffic;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How far a feed has come, at one moment.
 *
 * @param sent records that the broker has acknowledged
 * @param skipped records passed over because an earlier run had already put them into the topic
 * @param share how much of the traffic has been handed to the producer, from 0 to 1; empty if the
 *     traffic has no end
 * @param newestEventTimeMillis the highest event time sent or skipped, or {@link
 *     TrafficRecord#NO_EVENT_TIME} while there is none
 * @param done whether nothing more will be sent: the traffic has ended and is acknowledged, or the
 *     feed was stopped, or it failed
 * @param failure the root cause if the feed failed, else null
 */
public record FeedProgress(
        long sent,
        long skipped,
        OptionalDouble share,
        long newestEventTimeMillis,
        boolean done,
        @Nullable Throwable failure) {}
