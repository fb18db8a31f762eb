package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * The books of a shop as two exports in one file, with the faults of real ones: the second export
 * begins before the first one ends, so days and invoices come again; cancellations have negative
 * amounts; some orders have no customer; some were entered late.
 */
final class Orders {
    static final List<String> COLUMNS =
            List.of("invoice", "ordered_at", "customer", "domestic", "remark", "amount_gbp");

    private static final Instant OPENING = Instant.parse("2009-12-01T07:00:00Z");
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private Orders() {}

    /**
     * One row.
     *
     * @param fields the values in the order of the columns, as they are written
     */
    record Row(List<String> fields) {
        String invoice() {
            return fields.get(0);
        }

        long time() {
            return Instant.parse(fields.get(1)).toEpochMilli();
        }

        String domestic() {
            return fields.get(3);
        }

        BigDecimal amount() {
            return new BigDecimal(fields.get(5));
        }
    }

    /** The books of so many days, about a hundred orders each. */
    static List<Row> ofDays(int days, long seed) {
        Random random = new Random(seed);
        List<Row> booked = new ArrayList<>();
        long time = OPENING.toEpochMilli();
        long end = time + Duration.ofDays(days).toMillis();
        int invoice = 489_434;
        while (time < end) {
            time += random.nextInt(30) * MINUTE;
            boolean late = random.nextInt(50) == 0;
            long stamp = late ? time - random.nextInt(72 * 60) * MINUTE : time;
            booked.add(row(invoice++, stamp, random));
        }
        int overlap = booked.size() / 4;
        int secondBegins = booked.size() / 2;
        List<Row> rows = new ArrayList<>(booked.subList(0, secondBegins + overlap));
        rows.addAll(booked.subList(secondBegins, booked.size()));
        return rows;
    }

    private static Row row(int invoice, long time, Random random) {
        boolean cancelled = random.nextInt(8) == 0;
        BigDecimal amount = BigDecimal.valueOf(random.nextInt(100_000), 2);
        return new Row(
                List.of(
                        (cancelled ? "C" : "") + invoice,
                        Instant.ofEpochMilli(time).toString(),
                        random.nextInt(5) == 0
                                ? ""
                                : Integer.toString(12_000 + random.nextInt(6_000)),
                        random.nextInt(10) == 0 ? "false" : "true",
                        random.nextInt(20) == 0 ? "\"soon, please\" · später" : "",
                        (cancelled ? amount.negate() : amount).toPlainString()));
    }

    /** Writes rows as CSV, compressed if the name ends in .gz. */
    static Path write(Path file, List<Row> rows) {
        try (OutputStream bytes = Files.newOutputStream(file);
                OutputStream packed =
                        file.toString().endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes;
                Writer text = new OutputStreamWriter(packed, UTF_8)) {
            text.write(String.join(",", COLUMNS) + "\n");
            for (Row row : rows) {
                text.write(String.join(",", row.fields().stream().map(Orders::quoted).toList()));
                text.write("\n");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(String value) {
        return value.contains(",") || value.contains("\"")
                ? "\"" + value.replace("\"", "\"\"") + "\""
                : value;
    }
}
