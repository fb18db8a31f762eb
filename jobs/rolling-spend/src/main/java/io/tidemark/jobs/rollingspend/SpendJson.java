package io.tidemark.jobs.rollingspend;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.jobs.orders.RowJson;
import io.tidemark.operators.window.SlidingResult;

/**
 * The JSON form of a row: the value {@code {"id","time","key","count","sum","pane"}} and the
 * message key {@code {"id","time"}}, which makes the compacted topic a table with a row an order.
 * Count and sum are of the orders of the key in the range that ends with this one.
 */
final class SpendJson {

    private SpendJson() {}

    static byte[] key(SlidingResult<Order, Totals> row) {
        return RowJson.object(
                json -> {
                    json.writeStringField("id", row.event().id());
                    RowJson.time(json, "time", row.time());
                });
    }

    static byte[] value(SlidingResult<Order, Totals> row) {
        return RowJson.object(
                json -> {
                    json.writeStringField("id", row.event().id());
                    RowJson.time(json, "time", row.time());
                    json.writeStringField("key", row.event().key());
                    RowJson.totals(json, row.value());
                    RowJson.pane(json, row.value().met(), row.time() + 1);
                });
    }
}
