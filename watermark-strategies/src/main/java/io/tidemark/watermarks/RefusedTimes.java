package io.tidemark.watermarks;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** Counts the event times of one subtask that were refused, by reason, and those converted. */
final class RefusedTimes {

    private final Counter[] byReason;
    private final Counter converted;

    RefusedTimes(MetricGroup group) {
        EventTimeHygiene.Reason[] reasons = EventTimeHygiene.Reason.values();
        this.byReason = new Counter[reasons.length];
        MetricGroup refused = group.addGroup("eventTimesRefused");
        for (EventTimeHygiene.Reason reason : reasons) {
            byReason[reason.ordinal()] = refused.counter(reason.name());
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
        (reason == null ? converted : byReason[reason.ordinal()]).inc();
    }
}
