package io.tidemark.local.traffic;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A comma-separated file, replayed in the order of its rows.
 *
 * <p>Its header names the fields. Each row becomes one JSON object whose values are JSON strings,
 * exactly as written; columns that the job does not know travel along. Memory does not grow with
 * the file. With one partition everything goes to partition 0; with several, a row goes where
 * Kafka's own producer would send its feed key, so that the order of rows with the same key holds.
 *
 * <p>A file of up to 8 MiB is read through once before, so that a broken row is found before
 * anything starts and the share that has been fed is a share of rows. For a bigger one, a broken
 * row ends the feed where it stands, and the share is one of bytes read.
 */
public final class CsvTraffic implements Traffic {

    private static final long READ_TWICE_UP_TO_BYTES = 8L << 20;

    /**
     * How a file is replayed.
     *
     * @param fields the columns that have to be there, and how the time is written
     * @param partitions how many partitions the topic has, at least 1
     * @param feedKey the column whose value is the message key; needed for more than one partition
     * @param speed seconds of event time that pass in a second; empty for as fast as possible
     */
    public record Settings(
            EventFields fields, int partitions, Optional<String> feedKey, OptionalDouble speed) {

        public Settings {
            if (partitions < 1) {
                throw new WrongUsage("--partitions=" + partitions + ": there has to be at least 1");
            }
            if (partitions > 1 && feedKey.isEmpty()) {
                throw new WrongUsage(
                        "--partitions="
                                + partitions
                                + " needs --feed-key FIELD: rows with the same value of that column keep their"
                                + " order in one partition");
            }
            if (speed.isPresent()
                    && !(speed.getAsDouble() > 0 && Double.isFinite(speed.getAsDouble()))) {
                throw new WrongUsage(
                        "--speed="
                                + speed.getAsDouble()
                                + "x: it has to be more than 0, for example 600x");
            }
        }
    }

    private final CsvRows rows;
    private final JsonRow json;
    private final Pace pace;
    private final TimeFormat timeFormat;
    private final int timeColumn;
    private final int keyColumn;
    private final int partitions;
    private final long totalBytes;
    private final long totalRows;
    private @Nullable CsvRecord first;
    private volatile long row;
    private volatile boolean ended;

    private CsvTraffic(CsvRows rows, CsvRecord first, Settings settings, Size size) {
        List<String> header = rows.header();
        this.rows = rows;
        this.first = first;
        this.json = JsonRow.withNames(header);
        this.pace = Pace.of(settings.speed());
        this.timeFormat = settings.fields().timeFormat();
        this.timeColumn = header.indexOf(settings.fields().time());
        this.keyColumn = settings.feedKey().map(header::indexOf).orElse(-1);
        this.partitions = settings.partitions();
        this.totalBytes = size.bytes;
        this.totalRows = size.rows;
    }

    /**
     * Opens a file for replay and reads its header and its first row.
     *
     * @throws WrongUsage if the file is missing, unreadable, empty or without rows; if its header
     *     lacks a column that the job or the feed key names, or names one twice; or if a row is
     *     found broken already now
     */
    public static CsvTraffic open(Path file, Settings settings) {
        try {
            Size size = sizeOf(file);
            CsvRows rows = CsvRows.open(file);
            try {
                requireColumns(file, rows.header(), settings);
                CsvRecord first = rows.next();
                if (first == null) {
                    throw new WrongUsage(
                            "--input="
                                    + file
                                    + " has a header but no rows: there is nothing to feed");
                }
                return new CsvTraffic(rows, first, settings, size);
            } catch (IOException | RuntimeException e) {
                rows.close();
                throw e;
            }
        } catch (IOException e) {
            throw new WrongUsage("--input=" + e.getMessage());
        }
    }

    @Override
    public @Nullable TrafficRecord next() throws IOException {
        CsvRecord values = first == null ? rows.next() : first;
        first = null;
        if (values == null) {
            ended = true;
            return null;
        }
        long number = row + 1;
        row = number;
        OptionalLong time = timeFormat.millisOf(values.getField(timeColumn));
        byte @Nullable [] key =
                keyColumn < 0 ? null : values.getField(keyColumn).getBytes(StandardCharsets.UTF_8);
        return new TrafficRecord(
                key,
                json.bytesOf(values),
                partitionOf(key),
                time.orElse(TrafficRecord.NO_EVENT_TIME),
                number,
                pace.due(time));
    }

    @Override
    public OptionalDouble share() {
        if (ended) {
            return OptionalDouble.of(1);
        }
        if (totalRows > 0) {
            return OptionalDouble.of((double) row / totalRows);
        }
        // A pipe has no size to measure against.
        return totalBytes > 0
                ? OptionalDouble.of(Math.min(1, (double) rows.bytesRead() / totalBytes))
                : OptionalDouble.empty();
    }

    @Override
    public void close() {
        try {
            rows.close();
        } catch (IOException e) {
            // Everything that was wanted from the file has been read.
        }
    }

    private int partitionOf(byte @Nullable [] key) {
        return key == null || partitions == 1
                ? 0
                : Utils.toPositive(Utils.murmur2(key)) % partitions;
    }

    private static void requireColumns(Path file, List<String> header, Settings settings) {
        List<String> missing = new ArrayList<>(settings.fields().names());
        missing.removeAll(header);
        if (!missing.isEmpty()) {
            throw noColumn(
                    file,
                    header,
                    missing,
                    "the job reads it",
                    "the job's options name the columns that it reads, see --help");
        }
        settings.feedKey()
                .filter(name -> !header.contains(name))
                .ifPresent(
                        name -> {
                            throw noColumn(
                                    file,
                                    header,
                                    List.of(name),
                                    "--feed-key names it",
                                    "name one of them");
                        });
    }

    private static WrongUsage noColumn(
            Path file, List<String> header, List<String> missing, String why, String remedy) {
        String columns = String.join(", ", header);
        String hint = remedy;
        if (header.size() == 1 && (columns.contains(";") || columns.contains("\t"))) {
            hint = "values have to be separated by commas";
        } else if (header.stream().map(String::strip).anyMatch(missing::contains)) {
            hint = "the spaces around a name in the header belong to it, take them away";
        }
        return new WrongUsage(
                "--input=%s has no column %s (%s); its columns are: %s; %s"
                        .formatted(file, String.join(", ", missing), why, columns, hint));
    }

    private static Size sizeOf(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return new Size(0, 0);
        }
        long bytes = Files.size(file);
        if (bytes > READ_TWICE_UP_TO_BYTES) {
            return new Size(bytes, 0);
        }
        long count = 0;
        try (CsvRows rows = CsvRows.open(file)) {
            while (rows.next() != null) {
                count++;
            }
        }
        return new Size(bytes, count);
    }

    /** The size of a file; 0 is unknown. */
    private record Size(long bytes, long rows) {}
}
