package io.tidemark.system;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Fed.Placed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * What has to become of the records of a log in front of any window, whatever the job: the log read
 * row by row, partition after partition, without Flink, state or clock.
 */
public final class JudgedOrders {

    private static final int KEPT_PAYLOAD_BYTES = 256 * 1024;

    private final String topic;
    private final Rules rules;
    private final LongUnaryOperator windowEnd;
    private final List<Admitted> admitted = new ArrayList<>();
    private final List<String> late = new ArrayList<>();
    private final List<String> deadLetters = new ArrayList<>();
    private final Map<String, Long> ledger = new TreeMap<>();
    private final Map<String, List<Long>> timesOfId = new HashMap<>();
    private long watermark = Long.MAX_VALUE;

    private JudgedOrders(String topic, Rules rules, LongUnaryOperator windowEnd) {
        this.topic = topic;
        this.rules = rules;
        this.windowEnd = windowEnd;
    }

    /**
     * An order that windows may take.
     *
     * @param watermark that of its partition when it came, epoch milliseconds
     */
    public record Admitted(Placed order, long watermark) {}

    /**
     * Of a topic that was fed these records and nothing else.
     *
     * @param rules of which {@code window} is not looked at
     * @param windowEnd the end of the window that an order must not miss, by its time
     */
    public static JudgedOrders of(
            String topic, List<Fed> log, Rules rules, LongUnaryOperator windowEnd) {
        JudgedOrders judged = new JudgedOrders(topic, rules, windowEnd);
        Map<Integer, List<Fed>> partitions = new TreeMap<>();
        log.forEach(
                fed ->
                        partitions
                                .computeIfAbsent(fed.partition(), p -> new ArrayList<>())
                                .add(fed));
        partitions.values().forEach(judged::read);
        return judged;
    }

    public List<Admitted> admitted() {
        return Collections.unmodifiableList(admitted);
    }

    /** The late orders, as JSON. */
    public List<String> late() {
        return Collections.unmodifiableList(late);
    }

    /** What cannot be read, as JSON without the detail. */
    public List<String> deadLetters() {
        return Collections.unmodifiableList(deadLetters);
    }

    /** The total of each account that moved. */
    public Map<String, Long> ledger() {
        return Collections.unmodifiableMap(ledger);
    }

    /**
     * The watermark behind all partitions that have records, once all of these are read; epoch
     * milliseconds.
     */
    long watermark() {
        return watermark;
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
        watermark = Math.min(watermark, watermark(max));
    }

    /** Behind orders of which the newest has this time; the lowest number if there are none. */
    private long watermark(long max) {
        if (max == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        long step = rules.step().toMillis();
        return Math.floorDiv(max - rules.delay().toMillis(), step) * step - 1;
    }

    private void judge(Fed fed, Placed order, long max) {
        long end = windowEnd.applyAsLong(order.time());
        long reached = watermark(max);
        if (end - 1 + rules.allowedLateness().toMillis() <= reached) {
            count("late_at_gate");
            late.add(late(fed, order, reached, end));
        } else if (isRepeat(order)) {
            count("duplicate");
        } else {
            count("admitted");
            timesOfId.computeIfAbsent(order.id(), id -> new ArrayList<>()).add(order.time());
            admitted.add(new Admitted(order, reached));
        }
    }

    private boolean isRepeat(Placed order) {
        return timesOfId.getOrDefault(order.id(), List.of()).stream()
                .anyMatch(time -> Math.abs(time - order.time()) <= rules.dedupFor().toMillis());
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
