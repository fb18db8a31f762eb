package io.tidemark.watermarks;

import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** Counts the event times of one subtask that were refused, by reason, and those converted. */
final class RefusedTimes {

    private final Map<EventTimeHygiene.Reason, Counter> byReason =
            new EnumMap<>(EventTimeHygiene.Reason.class);
    private final Counter converted;

    RefusedTimes(MetricGroup group) {
        MetricGroup refused = group.addGroup("eventTimesRefused");
        for (EventTimeHygiene.Reason reason : EventTimeHygiene.Reason.values()) {
            byReason.put(reason, refused.counter(reason.name()));
        }
        this.converted = group.counter("eventTimesConverted");
    }

    /** The time by the rule, counted if it is refused or converted. */
    long millis(EventTimeHygiene hygiene, long raw) {
        long millis = hygiene.millis(raw);
        if (millis != raw || millis == EventTimeHygiene.REFUSED) {
            count(hygiene.refusal(raw));
        }
        return millis;
    }

    long millis(EventTimeHygiene hygiene, @Nullable Long raw) {
        if (raw == null) {
            count(EventTimeHygiene.Reason.MISSING);
            return EventTimeHygiene.REFUSED;
        }
        return millis(hygiene, raw.longValue());
    }

    private void count(EventTimeHygiene.@Nullable Reason reason) {
        (reason == null ? converted : byReason.getOrDefault(reason, converted)).inc();
    }
}
