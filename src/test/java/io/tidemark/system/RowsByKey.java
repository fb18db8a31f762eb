package io.tidemark.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.system.guarantee.EffectOnce;
import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.NothingLost;
import io.tidemark.system.guarantee.OrderPerKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a job, whatever their form, as a reader finds them: the last one of a message key
 * counts, one without a value takes it back, and each that follows tells of more orders than the
 * one before.
 */
final class RowsByKey {

    private static final String TAKEN_BACK = "taken back";

    private final List<Row> rows;

    private RowsByKey(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * One record.
     *
     * @param value null if it takes a row back
     */
    record Row(String key, @Nullable String value) {

        @Override
        public String toString() {
            return key + " " + (value == null ? TAKEN_BACK : value);
        }
    }

    /** These, those of one key in the order in which they were written. */
    static RowsByKey of(List<Row> rows) {
        return new RowsByKey(rows);
    }

    /** What a {@code read_committed} reader finds in the results of a scene. */
    static RowsByKey committed(RealParts parts, Scene scene) {
        List<Row> rows = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record :
                ReadCommitted.records(parts, scene.resultsTopic(), IsolationLevel.READ_COMMITTED)) {
            byte @Nullable [] value = record.value();
            rows.add(
                    new Row(
                            new String(record.key(), UTF_8),
                            value == null ? null : new String(value, UTF_8)));
        }
        return new RowsByKey(rows);
    }

    int size() {
        return rows.size();
    }

    /** Every record, as a text. */
    List<String> texts() {
        return rows.stream().map(Row::toString).toList();
    }

    /** What a compacted topic keeps, by key. */
    Map<String, String> table() {
        Map<String, String> table = new TreeMap<>();
        for (Row row : rows) {
            if (row.value() == null) {
                table.remove(row.key());
            } else {
                table.put(row.key(), row.value());
            }
        }
        return table;
    }

    /**
     * Fails the test unless the last row of each key is that of the answer, and no row, nor one
     * that takes a row back, stands twice or behind one with more orders.
     */
    void check(RowsByKey answer, String run) {
        History last = new History();
        answer.table().forEach((key, row) -> last.enter(new Entered(key + " " + row, key, 0)));
        table().forEach((key, row) -> last.see(new Effect(key + " " + row, key)));
        Guarantee.check("last rows, " + run, last, new NothingLost(), new EffectOnce());
        Guarantee.check("rows by key, " + run, updates(), new EffectOnce(), new OrderPerKey());
    }

    /**
     * All records as what went in and, in their order, as what was seen. A row stands by the orders
     * that it tells of, and what takes one back stands behind it; what takes back nothing never
     * went in.
     */
    History updates() {
        History history = new History();
        Map<String, Row> standing = new HashMap<>();
        for (Row row : rows) {
            Row before = standing.put(row.key(), row);
            if (row.value() != null) {
                String id = row.toString();
                history.enter(new Entered(id, row.key(), 2 * orders(row.value())));
                history.see(new Effect(id, row.key()));
            } else if (before == null || before.value() == null) {
                history.see(new Effect(row + ", though it does not stand", row.key()));
            } else {
                String id = before + ", " + TAKEN_BACK;
                history.enter(new Entered(id, row.key(), 2 * orders(before.value()) + 1));
                history.see(new Effect(id, row.key()));
            }
        }
        return history;
    }

    /** What every row of every job calls the number of its orders. */
    private static long orders(String value) {
        return Json.read(value.getBytes(UTF_8)).required("count").asLong();
    }
}
