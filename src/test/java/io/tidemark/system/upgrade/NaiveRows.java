package io.tidemark.system.upgrade;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Fed.Placed;
import io.tidemark.system.Json;
import io.tidemark.system.JudgedOrders.Admitted;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each job has to make of the orders that its windows may take, in the plainest way. Without
 * allowed lateness a window is complete when its row is sent, so each row is sent once.
 */
final class NaiveRows {

    /** Of windows and ranges. */
    static final Duration SIZE = Duration.ofSeconds(3);

    private static final long SIZE_MILLIS = SIZE.toMillis();
    private static final long HOP_MILLIS = 1000;
    private static final long GAP_MILLIS = 400;
    private static final int TOP = 3;

    private NaiveRows() {}

    static long tumblingEnd(long time) {
        return (Math.floorDiv(time, SIZE_MILLIS) + 1) * SIZE_MILLIS;
    }

    static long firstHoppingEnd(long time) {
        return (Math.floorDiv(time, HOP_MILLIS) + 1) * HOP_MILLIS;
    }

    static List<Row> perMinute(List<Admitted> admitted) {
        List<Row> rows = new ArrayList<>();
        byEnd(admitted, SIZE_MILLIS)
                .forEach(
                        (end, orders) ->
                                byKey(orders)
                                        .forEach(
                                                (key, ofKey) ->
                                                        rows.add(
                                                                minute(
                                                                        end - SIZE_MILLIS,
                                                                        end,
                                                                        key,
                                                                        ofKey))));
        return rows;
    }

    private static Row minute(long start, long end, String key, List<Placed> orders) {
        ObjectNode name = Json.object().put("key", key).put("window_start", iso(start));
        return Row.of(name, totals(window(start, end).put("key", key), orders));
    }

    static List<Row> trending(List<Admitted> admitted) {
        List<Row> rows = new ArrayList<>();
        byEnd(admitted, HOP_MILLIS).forEach((end, orders) -> rows.add(ranking(end, orders)));
        return rows;
    }

    private static Row ranking(long end, List<Placed> orders) {
        long start = end - SIZE_MILLIS;
        ObjectNode value = window(start, end);
        ArrayNode top = value.putArray("top");
        byKey(orders).entrySet().stream()
                .sorted(Comparator.comparing(product -> -product.getValue().size()))
                .limit(TOP)
                .forEach(
                        product ->
                                sum(
                                        top.addObject().put("key", product.getKey()),
                                        product.getValue()));
        sum(value, orders);
        // Its last window is the one that starts at or before it and ends last.
        value.put(
                "settled",
                orders.stream()
                        .filter(order -> firstHoppingEnd(order.time()) - HOP_MILLIS == start)
                        .count());
        return Row.of(Json.object().put("window_start", iso(start)), value.put("pane", "on_time"));
    }

    static List<Row> rollingSpend(List<Admitted> admitted) {
        List<Row> rows = new ArrayList<>();
        byKey(orders(admitted))
                .forEach(
                        (key, orders) ->
                                orders.forEach(order -> rows.add(spend(order, key, orders))));
        return rows;
    }

    private static Row spend(Placed order, String key, List<Placed> ofKey) {
        ObjectNode name = Json.object().put("id", order.id()).put("time", iso(order.time()));
        List<Placed> range =
                ofKey.stream()
                        .filter(
                                other ->
                                        other.time() > order.time() - SIZE_MILLIS
                                                && other.time() <= order.time())
                        .toList();
        return Row.of(name, totals(name.deepCopy().put("key", key), range));
    }

    static List<Row> sessions(List<Admitted> admitted) {
        List<Row> rows = new ArrayList<>();
        byKey(orders(admitted)).forEach((key, orders) -> addSessions(key, orders, rows));
        return rows;
    }

    private static void addSessions(String key, List<Placed> orders, List<Row> rows) {
        List<Placed> session = new ArrayList<>();
        for (Placed order : orders.stream().sorted(Comparator.comparing(Placed::time)).toList()) {
            if (!session.isEmpty() && order.time() - last(session) > GAP_MILLIS) {
                rows.add(session(key, session));
                session.clear();
            }
            session.add(order);
        }
        rows.add(session(key, session));
    }

    private static Row session(String key, List<Placed> orders) {
        long start = orders.get(0).time();
        long end = last(orders) + GAP_MILLIS;
        ObjectNode name = Json.object().put("key", key);
        name.setAll(window(start, end));
        return Row.of(name, totals(window(start, end).put("key", key), orders));
    }

    private static long last(List<Placed> session) {
        return session.get(session.size() - 1).time();
    }

    /** The orders of each window, one of which ends at each multiple of the hop. */
    private static Map<Long, List<Placed>> byEnd(List<Admitted> admitted, long hop) {
        Map<Long, List<Placed>> windows = new TreeMap<>();
        for (Placed order : orders(admitted)) {
            long end = (Math.floorDiv(order.time(), hop) + 1) * hop;
            for (; end - SIZE_MILLIS <= order.time(); end += hop) {
                windows.computeIfAbsent(end, window -> new ArrayList<>()).add(order);
            }
        }
        return windows;
    }

    private static Map<String, List<Placed>> byKey(List<Placed> orders) {
        Map<String, List<Placed>> byKey = new TreeMap<>();
        orders.forEach(
                order -> byKey.computeIfAbsent(order.key(), key -> new ArrayList<>()).add(order));
        return byKey;
    }

    private static List<Placed> orders(List<Admitted> admitted) {
        return admitted.stream().map(Admitted::order).toList();
    }

    private static ObjectNode window(long start, long end) {
        return Json.object().put("window_start", iso(start)).put("window_end", iso(end));
    }

    private static ObjectNode totals(ObjectNode row, List<Placed> orders) {
        sum(row, orders);
        return row.put("pane", "on_time");
    }

    private static void sum(ObjectNode row, List<Placed> orders) {
        row.put("count", (long) orders.size());
        row.put("sum", orders.stream().map(Placed::value).reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    private static String iso(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
