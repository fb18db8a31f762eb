package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.cli.Usage;
import io.tidemark.jobs.cli.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a file, asked for the columns that the user named.
 *
 * @param given the file as the user wrote it
 * @param path where it lies, as Flink writes paths
 * @param bytes its size on the disk
 * @param line the line
 */
record TraceHeader(String given, String path, long bytes, String line) {

    private static final int MOST_NAMES = 20;
    private static final int MOST_CHARS = 40;

    /**
     * Reads the line.
     *
     * @throws UsageException if the file cannot be read, or holds nothing that could be a header
     */
    static TraceHeader of(String given, String path) {
        try (TraceFile file = TraceFile.open(new Path(path))) {
            TraceLine header = file.next();
            if (header == null || header.text().isBlank()) {
                throw refused(
                        given,
                        "the file is empty, or its first line is: it has to name the columns");
            }
            if (header.text().indexOf('\0') >= 0) {
                throw refused(
                        given,
                        "its first line holds bytes that are no text: give a CSV file in UTF-8, plain or gzip");
            }
            return new TraceHeader(given, path, file.size(), header.text());
        } catch (IOException | IllegalArgumentException unreadable) {
            throw unreadable instanceof UsageException usage
                    ? usage
                    : refused(given, String.valueOf(unreadable.getMessage()));
        }
    }

    private static UsageException refused(String given, String reason) {
        return new UsageException("--input=" + given + ": " + reason);
    }

    /**
     * The name of a column that has to be there.
     *
     * @throws UsageException if there is none of that name
     */
    String column(String option, String name) {
        List<String> columns = CsvColumns.names(line);
        Usage.require(
                columns.contains(name),
                option,
                name,
                "there is no such column; "
                        + given
                        + " has "
                        + shown(columns)
                        + (columns.size() == 1
                                ? ", and nothing else: columns are separated by "
                                        + CsvColumns.UNDERSTOOD
                                : ""));
        Usage.require(
                columns.indexOf(name) == columns.lastIndexOf(name),
                option,
                name,
                "more than one column of " + given + " has that name: name the one that is meant");
        return name;
    }

    /** The name of a column that was asked for, or else of the usual one, or else of none. */
    String optional(String option, @Nullable String asked, @Nullable String usual) {
        if (asked != null) {
            return column(option, asked);
        }
        return usual != null && CsvColumns.names(line).contains(usual) ? column(option, usual) : "";
    }

    /** Where the columns stand. */
    CsvColumns columns(List<String> wanted) {
        return CsvColumns.of(line, wanted);
    }

    /** As much of the names as a line of a terminal takes. */
    private static String shown(List<String> columns) {
        List<String> names = new ArrayList<>();
        for (String column : columns.subList(0, Math.min(MOST_NAMES, columns.size()))) {
            String name = column.replaceAll("\\p{Cntrl}", "?");
            names.add(name.length() <= MOST_CHARS ? name : name.substring(0, MOST_CHARS) + "…");
        }
        return columns.isEmpty()
                ? "a first line with an open quote"
                : String.join(", ", names) + (names.size() < columns.size() ? ", …" : "");
    }
}
