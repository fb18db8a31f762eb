package io.tidemark.local.traffic;

import io.tidemark.local.usage.WrongUsage;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * An invented shop whose orders have the faults of real ones.
 *
 * <p>Phones place orders, which arrive at a steady rate; each phone's go to one partition. Most
 * orders arrive within 2 s and a few percent within 30 s. About one in a hundred was saved on a
 * phone that was offline, for up to an hour, and that now uploads all it has saved in one burst.
 * One order in 1,000 repeats an earlier order id; nine of ten of these are the same record again,
 * the others have another amount. One in 2,000 has a {@link Fault}. One in 4,000 is stamped two
 * hours ahead, and as many hold a number of seconds as if it were one of milliseconds, which is a
 * date in January 1970 whatever the format.
 *
 * <p>The same settings give the same records, byte for byte, on any machine. Order ids differ
 * between runs that start at different seconds, so that a second run over a kept log repeats no
 * order.
 */
public final class SyntheticShop implements Traffic {

    /** The number of partitions that the shop's topic has unless the user wants another one. */
    public static final int PARTITIONS = 4;

    private static final int ONE_REPEAT_IN = 1_000;
    private static final int ONE_CHANGED_REPEAT_IN = 10;
    private static final int ONE_FAULT_IN = 2_000;
    private static final int ONE_AHEAD_IN = 4_000;
    private static final int ONE_IN_SECONDS_IN = 4_000;
    private static final long AHEAD_MILLIS = 7_200_000;
    private static final int ONE_UPLOAD_IN = 1_200;
    private static final int FEWEST_SAVED = 4;
    private static final int MOST_SAVED = 20;
    private static final int SHORTEST_OFFLINE_MILLIS = 60_000;
    private static final int LONGEST_OFFLINE_MILLIS = 3_600_000;
    private static final int REMEMBERED = 200;
    private static final long MILLIS_PER_SECOND = 1_000;

    /**
     * What the shop is like.
     *
     * @param fields the names of the fields, and how the time is written
     * @param seed decides everything that looks random
     * @param ratePerSecond records a second, more than 0 and at most a million
     * @param runFor how long the shop is open, more than 0; empty for without end
     * @param clock asked once, when the first record is wanted: the shop opens then, and tells all
     *     times from there
     */
    public record Settings(
            EventFields fields,
            long seed,
            double ratePerSecond,
            Optional<Duration> runFor,
            Clock clock) {

        private static final double HIGHEST_RATE = 1_000_000;

        public Settings {
            if (!(ratePerSecond > 0 && ratePerSecond <= HIGHEST_RATE)) {
                throw new WrongUsage(
                        "--rate=%s: it has to be more than 0 and at most 1000000 records a second"
                                .formatted(ratePerSecond));
            }
            if (runFor.isPresent() && (runFor.get().isNegative() || runFor.get().isZero())) {
                throw new WrongUsage(
                        "--for=%s: it has to be longer than 0, for example 60s"
                                .formatted(runFor.get()));
            }
        }

        /** Records in all, at least one; 0 if there is no end. */
        private long records() {
            return runFor.map(
                            open ->
                                    Math.max(
                                            1,
                                            Math.round(
                                                    ratePerSecond
                                                            * open.toMillis()
                                                            / MILLIS_PER_SECOND)))
                    .orElse(0L);
        }
    }

    private final Settings settings;
    private final long total;
    private final Customers customers;
    private final OrderWriter writer;
    private final Deque<Order> upload = new ArrayDeque<>();
    private final Order[] remembered = new Order[REMEMBERED];
    private long rememberedSoFar;
    private long openedMillis;
    private String idPrefix = "";
    private volatile long row;

    private SyntheticShop(Settings settings) {
        this.settings = settings;
        this.total = settings.records();
        this.customers = Customers.of(settings.seed());
        this.writer = OrderWriter.of(settings.fields());
    }

    /** A shop that is about to open. */
    public static SyntheticShop of(Settings settings) {
        return new SyntheticShop(settings);
    }

    @Override
    public @Nullable TrafficRecord next() {
        long before = row;
        if (total > 0 && before >= total) {
            return null;
        }
        if (before == 0) {
            open();
        }
        row = before + 1;
        long due = (long) (before * MILLIS_PER_SECOND / settings.ratePerSecond());
        return arriving(openedMillis + due, due);
    }

    @Override
    public OptionalDouble share() {
        return total > 0 ? OptionalDouble.of((double) row / total) : OptionalDouble.empty();
    }

    @Override
    public void close() {}

    private void open() {
        openedMillis = settings.clock().millis();
        idPrefix = Long.toString(openedMillis / MILLIS_PER_SECOND, Character.MAX_RADIX) + "-";
    }

    private TrafficRecord arriving(long now, long due) {
        if (upload.isEmpty() && customers.oneIn(ONE_UPLOAD_IN)) {
            comeBackOnline(now);
        }
        if (!upload.isEmpty()) {
            return sound(upload.remove(), due);
        }
        if (rememberedSoFar > 0 && customers.oneIn(ONE_REPEAT_IN)) {
            Order earlier =
                    remembered[customers.below((int) Math.min(rememberedSoFar, REMEMBERED))];
            boolean changed = customers.oneIn(ONE_CHANGED_REPEAT_IN);
            return sound(changed ? earlier.withCents(customers.cents()) : earlier, due);
        }
        Order order =
                customers.order(idPrefix + row, customers.phone(), now - customers.lagMillis());
        if (customers.oneIn(ONE_FAULT_IN)) {
            Fault[] faults = Fault.values();
            Fault fault = faults[customers.below(faults.length)];
            int missing = customers.below(settings.fields().names().size());
            return unsound(order, writer.bytesOf(order, fault, missing), due);
        }
        if (customers.oneIn(ONE_AHEAD_IN)) {
            return unsound(order, writer.bytesOf(order.withTime(now + AHEAD_MILLIS)), due);
        }
        if (customers.oneIn(ONE_IN_SECONDS_IN)) {
            long seconds = order.timeMillis() / MILLIS_PER_SECOND;
            return unsound(order, writer.bytesOf(order.withTime(seconds)), due);
        }
        remembered[(int) (rememberedSoFar++ % REMEMBERED)] = order;
        return sound(order, due);
    }

    private void comeBackOnline(long now) {
        int offline =
                SHORTEST_OFFLINE_MILLIS
                        + customers.below(LONGEST_OFFLINE_MILLIS - SHORTEST_OFFLINE_MILLIS);
        long[] times = new long[FEWEST_SAVED + customers.below(MOST_SAVED - FEWEST_SAVED + 1)];
        int phone = customers.phone();
        for (int i = 0; i < times.length; i++) {
            times[i] = now - customers.below(offline);
        }
        Arrays.sort(times);
        for (int i = 0; i < times.length; i++) {
            upload.add(customers.order(idPrefix + row + "." + i, phone, times[i]));
        }
    }

    private TrafficRecord sound(Order order, long due) {
        return record(order, writer.bytesOf(order), order.timeMillis(), due);
    }

    /** A record whose time is not to be believed. */
    private TrafficRecord unsound(Order order, byte[] value, long due) {
        return record(order, value, TrafficRecord.NO_EVENT_TIME, due);
    }

    private TrafficRecord record(Order order, byte[] value, long eventTimeMillis, long due) {
        return new TrafficRecord(
                order.phone().getBytes(StandardCharsets.UTF_8),
                value,
                TrafficRecord.BY_KEY,
                eventTimeMillis,
                row,
                due);
    }
}
