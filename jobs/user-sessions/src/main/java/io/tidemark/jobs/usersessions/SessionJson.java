package io.tidemark.jobs.usersessions;

import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.jobs.orders.RowJson;
import io.tidemark.operators.window.WindowResult;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a session: the value {@code
 * {"window_start","window_end","key","count","sum","pane"}} and the message key {@code
 * {"key","window_start","window_end"}}, which makes the compacted topic the table of sessions. A
 * row that is taken back is a message without a value.
 */
final class SessionJson {

    private SessionJson() {}

    static byte[] key(WindowResult<String, Totals> session) {
        return RowJson.object(
                json -> {
                    json.writeStringField("key", session.key());
                    RowJson.time(json, "window_start", session.start());
                    RowJson.time(json, "window_end", session.end());
                });
    }

    static byte @Nullable [] value(WindowResult<String, Totals> session) {
        if (session.retraction()) {
            return null;
        }
        return RowJson.object(
                json -> {
                    RowJson.time(json, "window_start", session.start());
                    RowJson.time(json, "window_end", session.end());
                    json.writeStringField("key", session.key());
                    RowJson.totals(json, session.value());
                    RowJson.pane(json, session.value().met(), session.end());
                });
    }
}
