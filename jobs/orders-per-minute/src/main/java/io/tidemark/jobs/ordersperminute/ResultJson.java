package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.jobs.orders.RowJson;
import io.tidemark.operators.window.WindowResult;

/**
 * The JSON form of a result: the value {@code
 * {"window_start","window_end","key","count","sum","pane"}} and the message key {@code
 * {"key","window_start"}}, which makes the compacted topic the table of results.
 */
final class ResultJson {

    private ResultJson() {}

    static byte[] key(WindowResult<String, Totals> result) {
        return RowJson.object(
                json -> {
                    json.writeStringField("key", result.key());
                    RowJson.time(json, "window_start", result.start());
                });
    }

    static byte[] value(WindowResult<String, Totals> result) {
        return RowJson.object(
                json -> {
                    RowJson.time(json, "window_start", result.start());
                    RowJson.time(json, "window_end", result.end());
                    json.writeStringField("key", result.key());
                    RowJson.totals(json, result.value());
                    RowJson.pane(json, result.value().met(), result.end());
                });
    }
}
