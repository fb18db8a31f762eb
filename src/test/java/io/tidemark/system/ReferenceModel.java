package io.tidemark.system;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Fed.Placed;
import io.tidemark.system.Found.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
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

    private static final int KEPT_PAYLOAD_BYTES = 256 * 1024;

    private final String topic;
    private final Rules rules;
    private final Map<String, Row> results = new TreeMap<>();
    private final List<String> late = new ArrayList<>();
    private final List<String> deadLetters = new ArrayList<>();
    private final Map<String, Long> ledger = new TreeMap<>();
    private final Map<String, List<Long>> timesOfId = new HashMap<>();

    private ReferenceModel(String topic, Rules rules) {
        this.topic = topic;
        this.rules = rules;
    }

    /** The answer to a topic that was fed these records and nothing else, at the end of it. */
    static Found answer(String topic, List<Fed> log, Rules rules) {
        ReferenceModel model = new ReferenceModel(topic, rules);
        Map<Integer, List<Fed>> partitions = new TreeMap<>();
        log.forEach(
                fed ->
                        partitions
                                .computeIfAbsent(fed.partition(), p -> new ArrayList<>())
                                .add(fed));
        partitions.values().forEach(model::read);
        return new Found(
                List.copyOf(model.results.values()), model.late, model.deadLetters, model.ledger);
    }

    private void read(List<Fed> partition) {
        long max = Long.MIN_VALUE;
        for (int offset = 0; offset < partition.size(); offset++) {
            Fed fed = partition.get(offset);
            Placed order = fed.order();
            if (order == null) {
                reject(fed, offset);
                continue;
            }
            judge(fed, order, max);
            if (order.time() - fed.logTime() > rules.maxAhead().toMillis()) {
                count("ahead");
            } else {
                max = Math.max(max, order.time());
            }
        }
    }

    private void judge(Fed fed, Placed order, long max) {
        long size = rules.window().toMillis();
        long step = rules.step().toMillis();
        long windowEnd = (Math.floorDiv(order.time(), size) + 1) * size;
        boolean first = max == Long.MIN_VALUE;
        long watermark =
                first
                        ? Long.MIN_VALUE
                        : Math.floorDiv(max - rules.delay().toMillis(), step) * step - 1;
        if (windowEnd - 1 + rules.allowedLateness().toMillis() <= watermark) {
            count("late_at_gate");
            late.add(late(fed, order, watermark, windowEnd));
        } else if (isRepeat(order)) {
            count("duplicate");
        } else {
            count("admitted");
            timesOfId.computeIfAbsent(order.id(), id -> new ArrayList<>()).add(order.time());
            add(order, windowEnd - size, windowEnd, windowEnd - 1 <= watermark);
        }
    }

    private boolean isRepeat(Placed order) {
        return timesOfId.getOrDefault(order.id(), List.of()).stream()
                .anyMatch(time -> Math.abs(time - order.time()) <= rules.dedupFor().toMillis());
    }

    private void add(Placed order, long start, long end, boolean update) {
        Row one =
                new Row(
                        Instant.ofEpochMilli(start).toString(),
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

    private void reject(Fed fed, int offset) {
        byte[] payload = fed.payload();
        int kept = payload == null ? 0 : Math.min(payload.length, KEPT_PAYLOAD_BYTES);
        ObjectNode letter = Json.object();
        letter.put("topic", topic).put("partition", fed.partition()).put("offset", offset);
        letter.put("reason", fed.rejectedFor());
        letter.put(
                "payload_base64",
                payload == null
                        ? null
                        : Base64.getEncoder().encodeToString(Arrays.copyOf(payload, kept)));
        letter.put("payload_bytes", payload == null ? 0 : payload.length);
        letter.put("truncated", payload != null && kept < payload.length);
        deadLetters.add(letter.toString());
        count("rejected");
    }

    private static String late(Fed fed, Placed order, long watermark, long windowEnd) {
        ObjectNode late = Json.object();
        late.set("event", Json.read(requireNonNull(fed.payload())));
        late.put("partition", fed.partition());
        late.put("late_by_ms", watermark - order.time());
        late.put("watermark", Instant.ofEpochMilli(watermark).toString());
        late.put("missed_window_end", Instant.ofEpochMilli(windowEnd).toString());
        return late.toString();
    }

    private void count(String account) {
        ledger.merge(account, 1L, Long::sum);
    }
}
