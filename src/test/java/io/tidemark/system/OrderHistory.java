package io.tidemark.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.system.Fed.Placed;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random histories of orders with all the faults that a log of orders has: disorder, phones
 * that were offline, repeats, cancellations, empty keys, clocks that run hours ahead, and records
 * that are no orders.
 *
 * <p>Copies of one order share a partition, as a log keeps them that is keyed by the order's id.
 */
public final class OrderHistory {

    private static final long START = Instant.parse("2024-03-01T09:00:00Z").toEpochMilli();
    private static final String[] KEYS = {"GB", "DE", "FR", "NO", ""};
    private static final int MEAN_PAUSE_MILLIS = 40;
    private static final int JUMP_MILLIS = 50_000;
    private static final int TWO_HOURS_MILLIS = 2 * 3600 * 1000;

    private final Random random;
    private final int partitions;
    private final List<Fed> history = new ArrayList<>();
    private long now = START;

    private OrderHistory(long seed, int partitions) {
        this.random = new Random(seed);
        this.partitions = partitions;
    }

    /** The seed of this run: given by -Dtidemark.seed, else a new one; printed either way. */
    public static long seed() {
        long seed = Long.getLong("tidemark.seed", new Random().nextLong());
        System.out.println("tidemark.seed=" + seed);
        return seed;
    }

    /** A history of so many records, in the order in which they are fed. */
    public static List<Fed> random(long seed, int partitions, int records) {
        return randomWithJump(seed, partitions, records, -1);
    }

    /**
     * A random history in which, shortly before the given record, each partition gets an order
     * nearly as far ahead of the log as a clock is believed: most that follows for a while is late.
     */
    static List<Fed> randomWithJump(long seed, int partitions, int records, int before) {
        OrderHistory history = new OrderHistory(seed, partitions);
        for (int i = 0; i < records; i++) {
            history.now += history.random.nextInt(2 * MEAN_PAUSE_MILLIS);
            if (i < before && i >= before - 2 * partitions) {
                history.order(i, history.now + JUMP_MILLIS);
            } else {
                history.addOne(i);
            }
        }
        return history.history;
    }

    private void addOne(int number) {
        int fate = random.nextInt(1000);
        if (fate < 20 && number > 0) {
            repeat(history.get(number - 1 - random.nextInt(Math.min(number, 400))));
        } else if (fate < 40) {
            history.add(unreadable(random.nextInt(partitions)));
        } else if (fate < 43) {
            order(number, now + TWO_HOURS_MILLIS + random.nextInt(1000));
        } else if (fate < 900) {
            order(number, now - random.nextInt(2000));
        } else if (fate < 980) {
            order(number, now - random.nextInt(30_000));
        } else {
            order(number, now - random.nextInt(3_600_000));
        }
    }

    private void repeat(Fed first) {
        history.add(
                new Fed(
                        first.partition(),
                        now,
                        first.payload(),
                        first.order(),
                        first.rejectedFor()));
    }

    private void order(int number, long time) {
        String key = KEYS[random.nextInt(KEYS.length)];
        // Cancellations take back what was paid.
        String value = BigDecimal.valueOf(random.nextInt(25_000) - 5_000, 2).toPlainString();
        if (random.nextInt(10) == 0) {
            value = Integer.toString(random.nextInt(100));
        }
        String id = "o-" + number;
        String json =
                "{\"order_id\":\"%s\",\"country\":\"%s\",\"ordered_at\":\"%s\",\"amount\":%s,\"note\":{\"number\":%d}}"
                        .formatted(
                                id,
                                key,
                                Instant.ofEpochMilli(time),
                                random.nextBoolean() ? value : '"' + value + '"',
                                number);
        history.add(
                Fed.order(
                        number % partitions,
                        now,
                        json.getBytes(UTF_8),
                        new Placed(id, key, time, new BigDecimal(value))));
    }

    private Fed unreadable(int partition) {
        String time = Instant.ofEpochMilli(now).toString();
        return switch (random.nextInt(9)) {
            case 0 -> unreadable(partition, "{\"order_id\":", "not_json");
            case 1 -> unreadable(partition, "[1,2]", "not_an_object");
            case 2 -> unreadable(partition, order("\"x\"", time, "1", ""), "field_missing");
            case 3 -> unreadable(partition, order("{}", time, "1", "x"), "wrong_type");
            case 4 ->
                    unreadable(partition, order("\"x\"", "yesterday", "1", "x"), "time_unparsable");
            case 5 ->
                    unreadable(
                            partition,
                            order("\"x\"", "1970-01-20T18:01:00Z", "1", "x"),
                            "time_too_early");
            case 6 -> unreadable(partition, order("\"x\"", time, "\"1,5\"", "x"), "not_a_number");
            case 7 ->
                    unreadable(
                            partition,
                            order("\"x\"", "+12024-01-20T18:01:00Z", "1", "x"),
                            "time_too_late");
            default -> Fed.unreadable(partition, now, null, "tombstone");
        };
    }

    private Fed unreadable(int partition, String payload, String rejectedFor) {
        return Fed.unreadable(partition, now, payload.getBytes(UTF_8), rejectedFor);
    }

    private static String order(String key, String time, String value, String id) {
        return "{\"country\":%s,\"ordered_at\":\"%s\",\"amount\":%s%s}"
                .formatted(key, time, value, id.isEmpty() ? "" : ",\"order_id\":\"" + id + '"');
    }
}
