package io.tidemark.system.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.command.Orders.Row;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of each row of a file: by the definitions, row by row and partition by partition,
 * with no state but the highest time and the invoices seen.
 *
 * @param windows count and sum by window start and key
 * @param late the late records, field by field
 * @param duplicates how many rows were repeats
 */
record Answer(SortedMap<String, Total> windows, List<JsonNode> late, long duplicates) {

    /** How orders are judged; no row here is ahead of its log time. */
    record Rules(Duration window, Duration delay, Duration step, Duration dedupFor) {

        /** So narrow that some orders come too late. */
        static final Rules NARROW =
                new Rules(
                        Duration.ofHours(6),
                        Duration.ofHours(2),
                        Duration.ofMillis(1),
                        Duration.ofDays(30));

        /** So wide that nothing is late: the facts of the data. */
        static final Rules WIDE =
                new Rules(
                        Duration.ofDays(1),
                        Duration.ofDays(400),
                        Duration.ofDays(4),
                        Duration.ofDays(800));

        /** The same as the job takes them; no partition is ever idle, for only the clock knows. */
        List<String> arguments() {
            return List.of(
                    "--window",
                    window.toMillis() + "ms",
                    "--watermark-delay=" + delay.toMinutes() + "m",
                    "--watermark-step",
                    step.toMillis() + "ms",
                    "--dedup-for=" + dedupFor.toDays() + "d",
                    "--idle-after=0s");
        }
    }

    /** Count and exact sum of a window. */
    record Total(long count, BigDecimal sum) {
        Total plus(Total other) {
            return new Total(count + other.count, sum.add(other.sum));
        }
    }

    /** The answer to these rows, dealt out by invoice to so many partitions. */
    static Answer to(List<Row> rows, Rules rules, int partitions) {
        Map<Integer, Long> highest = new HashMap<>();
        Map<String, Long> admitted = new HashMap<>();
        Answer answer = new Answer(new TreeMap<>(), new ArrayList<>(), 0);
        long duplicates = 0;
        for (Row row : rows) {
            int partition = partitionOf(row.invoice(), partitions);
            long watermark = watermark(highest.get(partition), rules);
            highest.merge(partition, row.time(), Math::max);
            long size = rules.window().toMillis();
            long start = Math.floorDiv(row.time(), size) * size;
            Long first = admitted.get(row.invoice());
            if (start + size - 1 <= watermark) {
                answer.late.add(late(row, partition, watermark, start + size));
            } else if (first != null
                    && Math.abs(first - row.time()) <= rules.dedupFor().toMillis()) {
                duplicates++;
            } else {
                admitted.put(row.invoice(), row.time());
                answer.windows.merge(
                        windowKey(Instant.ofEpochMilli(start).toString(), row.domestic()),
                        new Total(1, row.amount()),
                        Total::plus);
            }
        }
        return new Answer(answer.windows, answer.late, duplicates);
    }

    static String windowKey(String start, String key) {
        return start + " " + key;
    }

    long onTime() {
        return windows.values().stream().mapToLong(Total::count).sum();
    }

    private static long watermark(@Nullable Long highest, Rules rules) {
        if (highest == null) {
            return Long.MIN_VALUE;
        }
        long step = rules.step().toMillis();
        return Math.floorDiv(highest - rules.delay().toMillis(), step) * step - 1;
    }

    /** The event that a row becomes. */
    static JsonNode event(Row row) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < Orders.COLUMNS.size(); i++) {
            event.put(Orders.COLUMNS.get(i), row.fields().get(i));
        }
        return event;
    }

    private static JsonNode late(Row row, int partition, long watermark, long windowEnd) {
        ObjectNode late = JsonNodeFactory.instance.objectNode();
        late.set("event", event(row));
        late.put("partition", partition);
        late.put("late_by_ms", watermark - row.time());
        late.put("watermark", Instant.ofEpochMilli(watermark).toString());
        late.put("missed_window_end", Instant.ofEpochMilli(windowEnd).toString());
        // Read back, for nodes that were made and nodes that were read differ in their numbers.
        return Written.read(late.toString());
    }

    /** Where Kafka's own producers put a key. */
    private static int partitionOf(String key, int partitions) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
    }
}
