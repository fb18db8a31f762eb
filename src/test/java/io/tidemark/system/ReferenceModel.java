package io.tidemark.system;

import io.tidemark.system.Fed.Placed;
import io.tidemark.system.Found.Row;
import io.tidemark.system.JudgedOrders.Admitted;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the job has to answer: the log read row by row, partition after partition, without Flink,
 * state or clock.
 *
 * <p>With allowed lateness it gives one row a window, the last one: how many led to it, only the
 * machine knows.
 */
final class ReferenceModel {

    private ReferenceModel() {}

    /** The answer to a topic that was fed these records and nothing else, at the end of it. */
    static Found answer(String topic, List<Fed> log, Rules rules) {
        return answer(topic, log, rules, true);
    }

    /**
     * The answer when a job without allowed lateness has read these records, some of each partition
     * of its topic, and more may come: orders of windows that the watermark has not passed have no
     * result yet, and {@link Found#open()} is how many these are.
     */
    static Found answerSoFar(String topic, List<Fed> log, Rules rules) {
        return answer(topic, log, rules, false);
    }

    private static Found answer(String topic, List<Fed> log, Rules rules, boolean atEnd) {
        long size = rules.window().toMillis();
        JudgedOrders judged = JudgedOrders.of(topic, log, rules, time -> windowEnd(time, size));
        Map<String, Row> results = new TreeMap<>();
        for (Admitted order : judged.admitted()) {
            if (atEnd || windowEnd(order.order().time(), size) - 1 <= judged.watermark()) {
                add(order, size, results);
            }
        }
        return new Found(
                List.copyOf(results.values()),
                judged.late(),
                judged.deadLetters(),
                judged.ledger());
    }

    private static long windowEnd(long time, long size) {
        return (Math.floorDiv(time, size) + 1) * size;
    }

    private static void add(Admitted admitted, long size, Map<String, Row> results) {
        Placed order = admitted.order();
        long end = windowEnd(order.time(), size);
        boolean update = end - 1 <= admitted.watermark();
        Row one =
                new Row(
                        Instant.ofEpochMilli(end - size).toString(),
                        Instant.ofEpochMilli(end).toString(),
                        order.key(),
                        1,
                        order.value().toPlainString(),
                        update ? "late_update" : "on_time");
        results.merge(
                one.messageKey(),
                one,
                (all, next) ->
                        new Row(
                                all.windowStart(),
                                all.windowEnd(),
                                all.key(),
                                all.count() + 1,
                                new BigDecimal(all.sum())
                                        .add(new BigDecimal(next.sum()))
                                        .toPlainString(),
                                update ? next.pane() : all.pane()));
    }
}
