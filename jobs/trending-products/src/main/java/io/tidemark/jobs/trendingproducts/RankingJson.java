package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.RowJson;
import io.tidemark.operators.window.WindowResult;

/**
 * The JSON form of a ranking: the value {@code
 * {"window_start","window_end","top":[{"key","count","sum"},…],"count","sum","settled","pane"}} and
 * the message key {@code {"window_start"}}, which makes the compacted topic the table of results.
 */
final class RankingJson {

    private RankingJson() {}

    static byte[] key(WindowResult<Long, Ranking> row) {
        return RowJson.object(
                json -> RowJson.time(json, "window_start", row.value().windowStart()));
    }

    static byte[] value(WindowResult<Long, Ranking> row) {
        Ranking ranking = row.value();
        return RowJson.object(
                json -> {
                    RowJson.time(json, "window_start", ranking.windowStart());
                    RowJson.time(json, "window_end", row.end());
                    json.writeArrayFieldStart("top");
                    for (Ranking.Product product : ranking.top()) {
                        json.writeStartObject();
                        json.writeStringField("key", product.key());
                        RowJson.totals(json, product.totals());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                    RowJson.totals(json, ranking.all());
                    json.writeNumberField("settled", ranking.settled());
                    RowJson.pane(json, ranking.all().met(), row.end());
                });
    }
}
