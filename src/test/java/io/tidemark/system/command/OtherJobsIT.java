package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.system.command.Command.Ended;
import io.tidemark.system.command.Orders.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jobs beside {@code orders-per-minute}: each replays the books, and each row that stands at
 * the end is what the definitions say of the rows of the file.
 */
class OtherJobsIT {
    private static final long DELAY = Duration.ofHours(2).toMillis();
    private static final long LATENESS = Duration.ofHours(3).toMillis();
    private static final long SPAN = Duration.ofHours(10).toMillis();
    private static final long HOP = Duration.ofHours(4).toMillis();
    private static final int TOP = 3;

    private static final List<Row> ROWS = Orders.ofDays(30, 17);

    private Path directory;

    @BeforeEach
    void makeDirectory(@TempDir Path temporary) {
        directory = temporary;
    }

    @Test
    void rollingSpend() throws IOException {
        Judged judged = Judged.by(time -> time + 1);
        SortedMap<String, String> expected = new TreeMap<>();
        for (Row order : judged.admitted()) {
            Sum sum = new Sum();
            for (Row other : judged.admitted()) {
                if (customer(other).equals(customer(order))
                        && other.time() <= order.time()
                        && other.time() > order.time() - SPAN) {
                    sum.add(other);
                }
            }
            expected.put(order.invoice() + " " + iso(order.time()), sum.toString());
        }

        Map<String, String> rows =
                run(
                        "rolling-spend",
                        judged,
                        row -> text(row, "id") + " " + text(row, "time"),
                        OtherJobsIT::sum,
                        "--range=10h");

        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void userSessions() throws IOException {
        Judged judged = Judged.by(time -> time + 1);
        SortedMap<String, String> expected = new TreeMap<>();
        for (String customer : customers(judged)) {
            List<Row> orders =
                    judged.admitted().stream()
                            .filter(row -> customer(row).equals(customer))
                            .sorted(Comparator.comparingLong(Row::time))
                            .toList();
            int first = 0;
            for (int i = 1; i <= orders.size(); i++) {
                if (i == orders.size() || orders.get(i).time() > orders.get(i - 1).time() + SPAN) {
                    Sum sum = new Sum();
                    orders.subList(first, i).forEach(sum::add);
                    expected.put(
                            customer
                                    + " "
                                    + iso(orders.get(first).time())
                                    + " "
                                    + iso(orders.get(i - 1).time() + SPAN),
                            sum.toString());
                    first = i;
                }
            }
        }

        Map<String, String> rows =
                run(
                        "user-sessions",
                        judged,
                        row ->
                                text(row, "key")
                                        + " "
                                        + text(row, "window_start")
                                        + " "
                                        + text(row, "window_end"),
                        OtherJobsIT::sum,
                        "--gap=10h");

        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void trendingProducts() throws IOException {
        Judged judged = Judged.by(OtherJobsIT::firstEnd);
        Map<Long, SortedMap<String, Sum>> windows = new TreeMap<>();
        for (Row order : judged.admitted()) {
            for (long end = firstEnd(order.time()); end - SPAN <= order.time(); end += HOP) {
                windows.computeIfAbsent(end, unused -> new TreeMap<>())
                        .computeIfAbsent(customer(order), unused -> new Sum())
                        .add(order);
            }
        }
        SortedMap<String, String> expected = new TreeMap<>();
        windows.forEach(
                (end, sums) -> {
                    List<Map.Entry<String, Sum>> best = new ArrayList<>(sums.entrySet());
                    // A stable sort: customers that are level stay in their order.
                    best.sort(
                            Comparator.comparing(
                                    (Map.Entry<String, Sum> entry) -> entry.getValue().sum,
                                    Comparator.reverseOrder()));
                    expected.put(
                            iso(end - SPAN) + " " + iso(end),
                            best.stream()
                                    .limit(TOP)
                                    .map(entry -> entry.getKey() + " " + entry.getValue())
                                    .toList()
                                    .toString());
                });

        Map<String, String> rows =
                run(
                        "trending-products",
                        judged,
                        row -> text(row, "window_start") + " " + text(row, "window_end"),
                        row -> {
                            List<String> top = new ArrayList<>();
                            row.required("top")
                                    .forEach(one -> top.add(text(one, "key") + " " + sum(one)));
                            return top.toString();
                        },
                        "--window=10h",
                        "--hop=4h",
                        "--top=" + TOP,
                        "--rank-by=sum");

        assertThat(rows).isEqualTo(expected);
    }

    /** The end of the first window to end that holds the time. */
    private static long firstEnd(long time) {
        return (Math.floorDiv(time - SPAN, HOP) + 1) * HOP + SPAN;
    }

    /** The rows that stand at the end, checked to be as many as the ledger says. */
    private Map<String, String> run(
            String job,
            Judged judged,
            Function<JsonNode, String> key,
            Function<JsonNode, String> value,
            String... own)
            throws IOException {
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);
        Path output = directory.resolve("out");
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--input=" + file,
                                "--output=" + output,
                                "--id-field=invoice",
                                "--key-field=customer",
                                "--value-field=amount_gbp",
                                "--watermark-delay=2h",
                                "--watermark-step=1ms",
                                "--allowed-lateness=3h",
                                "--dedup-for=30d",
                                "--idle-after=0s"));
        arguments.addAll(List.of(own));
        try (House house = House.in(directory, job);
                Command command = house.startJob(arguments)) {
            Ended ended = command.end();
            assertThat(ended.status()).as(ended.toString()).isZero();
            assertThat(ended.out()).contains("✓ adds up");
        }

        JsonNode ledger = Written.read(Files.readString(output.resolve("ledger.json"), UTF_8));
        assertThat(judged.late()).isPositive();
        assertThat(judged.duplicates()).isPositive();
        assertThat(ledger.required("in").asLong()).isEqualTo(ROWS.size());
        assertThat(ledger.required("late").asLong()).isEqualTo(judged.late());
        assertThat(ledger.required("duplicates").asLong()).isEqualTo(judged.duplicates());
        assertThat(ledger.required("on_time").asLong()).isEqualTo(judged.admitted().size());

        SortedMap<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(output.resolve("results.jsonl"), UTF_8)) {
            JsonNode row = Written.read(line);
            if (row.has("taken_back")) {
                assertThat(rows.remove(key.apply(row.required("taken_back")))).isNotNull();
            } else {
                rows.put(key.apply(row), value.apply(row));
            }
        }
        return rows;
    }

    private static String customer(Row row) {
        return row.fields().get(Orders.COLUMNS.indexOf("customer"));
    }

    private static TreeSet<String> customers(Judged judged) {
        TreeSet<String> customers = new TreeSet<>();
        judged.admitted().forEach(row -> customers.add(customer(row)));
        return customers;
    }

    private static String iso(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private static String text(JsonNode row, String field) {
        return row.required(field).asText();
    }

    private static String sum(JsonNode row) {
        return row.required("count").asLong()
                + " "
                + row.required("sum").decimalValue().setScale(2).toPlainString();
    }

    private static final class Sum {
        private long count;
        private BigDecimal sum = BigDecimal.ZERO.setScale(2);

        void add(Row row) {
            count++;
            sum = sum.add(row.amount());
        }

        @Override
        public String toString() {
            return count + " " + sum.toPlainString();
        }
    }

    /** What becomes of the rows before any window, in one partition. */
    private record Judged(List<Row> admitted, long late, long duplicates) {

        static Judged by(LongUnaryOperator windowEnd) {
            List<Row> admitted = new ArrayList<>();
            Map<String, Long> seen = new HashMap<>();
            long highest = Long.MIN_VALUE;
            long late = 0;
            long duplicates = 0;
            for (Row row : ROWS) {
                long watermark = highest == Long.MIN_VALUE ? Long.MIN_VALUE : highest - DELAY - 1;
                highest = Math.max(highest, row.time());
                if (windowEnd.applyAsLong(row.time()) - 1 + LATENESS <= watermark) {
                    late++;
                } else if (seen.putIfAbsent(row.invoice(), row.time()) == null) {
                    admitted.add(row);
                } else {
                    duplicates++;
                }
            }
            return new Judged(admitted, late, duplicates);
        }
    }
}
