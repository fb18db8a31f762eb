package io.tidemark.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.Found.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Invoices as a shop exports them: all values are strings, some rows come twice, cancellations are
 * negative, customers are missing, and days arrive again. With delays that admit them all, count
 * and sum of each day are those of an addition in whole pennies.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DaysToThePennyIT {

    private static final LocalDate FIRST_DAY = LocalDate.parse("2009-12-01");
    private static final int DAYS = 60;
    private static final int ROWS = 1000;

    private final long seed = OrderHistory.seed();

    private record Invoice(String number, Instant time, long pennies, boolean domestic) {

        byte[] json(String customer) {
            return """
            {"invoice":"%s","invoiced_at":"%s","amount_gbp":"%s","domestic":"%s","customer":"%s"}\
            """
                    .formatted(number, time, BigDecimal.valueOf(pennies, 2), domestic, customer)
                    .getBytes(UTF_8);
        }
    }

    private record Total(long count, long pennies) {

        static final Total NOTHING = new Total(0, 0);

        Total plus(Invoice invoice) {
            return new Total(count + 1, pennies + invoice.pennies());
        }
    }

    @Test
    void countsAndSumsPerDayAreThoseOfAnIndependentAddition(RealParts parts) {
        List<Invoice> rows = rows();
        Scene scene = Scene.with(parts, 1);
        Random customers = new Random(seed);
        scene.feed(
                rows.stream()
                        .map(
                                row ->
                                        Fed.unreadable(
                                                0,
                                                Instant.parse("2024-01-01T00:00:00Z")
                                                        .toEpochMilli(),
                                                row.json(customers.nextInt(4) == 0 ? "" : "c-1"),
                                                ""))
                        .toList());

        scene.job()
                .withoutValve()
                .with("--time-field=invoiced_at", "--id-field=invoice", "--key-field=domestic")
                .with("--value-field=amount_gbp", "--window=1d", "--watermark-delay=400d")
                .with("--dedup-for=800d", "--until-end")
                .start()
                .awaitFinished();

        Found found = ReadCommitted.all(parts, scene);
        Map<String, Total> wanted = totals(rows);
        Map<String, Total> sums = new TreeMap<>();
        for (Row row : found.results()) {
            sums.put(
                    row.windowStart() + ' ' + row.key(),
                    new Total(row.count(), pennies(row.sum())));
        }
        assertThat(sums).as("seed %d", seed).isEqualTo(wanted);
        assertThat(found.results()).as("one row a day and key").hasSameSizeAs(wanted.keySet());
        assertThat(found.late()).isEmpty();
        assertThat(found.deadLetters()).isEmpty();
        assertThat(found.accountedFor()).isEqualTo(rows.size());
        assertThat(found.account("duplicate"))
                .isPositive()
                .isEqualTo(rows.size() - new HashSet<>(rows).size());
    }

    private List<Invoice> rows() {
        Random random = new Random(seed);
        List<Invoice> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            if (i > 0 && random.nextInt(50) == 0) {
                rows.add(rows.get(random.nextInt(i)));
                continue;
            }
            // A day that has passed comes again now and then.
            int day = random.nextInt(20) == 0 ? random.nextInt(DAYS) : i * DAYS / ROWS;
            boolean cancelled = random.nextInt(10) == 0;
            long pennies = random.nextInt(1_000_000);
            rows.add(
                    new Invoice(
                            (cancelled ? "C" : "") + (489_000 + i),
                            FIRST_DAY
                                    .plusDays(day)
                                    .atTime(7 + random.nextInt(12), random.nextInt(60))
                                    .toInstant(ZoneOffset.UTC),
                            cancelled ? -pennies : pennies,
                            random.nextInt(3) > 0));
        }
        return rows;
    }

    private static Map<String, Total> totals(List<Invoice> rows) {
        Map<String, Total> totals = new TreeMap<>();
        Set<String> seen = new HashSet<>();
        for (Invoice row : rows) {
            if (seen.add(row.number())) {
                String day = row.time().toString().substring(0, 10) + "T00:00:00Z";
                totals.merge(
                        day + ' ' + row.domestic(),
                        Total.NOTHING.plus(row),
                        (all, unused) -> all.plus(row));
            }
        }
        return totals;
    }

    /** A sum of amounts with two digits each has two digits itself. */
    private static long pennies(String sum) {
        int point = sum.indexOf('.');
        assertThat(sum.length() - point).as("digits of %s", sum).isEqualTo(3);
        return Long.parseLong(sum.replace(".", ""));
    }
}
