package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.cli.ReportDescription;
import io.tidemark.jobs.cli.Usage;
import io.tidemark.jobs.cli.UsageException;
import io.tidemark.operators.deadletter.TimeFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The lab's command line. */
@Command(
        name = "watermark-lab",
        description = {
            "",
            "How long should you wait for late events? Reads a trace of yours to its end and counts, for every delay, what it leaves behind the"
                    + " watermark, what windows lose, and what it costs in latency and open windows. Writes a page (report.html), its numbers"
                    + " (report.json, curve.csv) and a summary, and recommends a delay with the line of Java that builds the strategy.",
            ""
        },
        sortOptions = false,
        separator = "=")
final class WatermarkLabCommand extends JobCommand<WatermarkLabOptions> {

    private static final String DEFAULT_EVENT = "event_ms";
    private static final String DEFAULT_ARRIVAL = "arrival_ms";
    private static final String DEFAULT_KEY = "key";
    private static final String ROW_ORDER = "row-order";
    private static final int MOST_WINDOWS = 3;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            required = true,
            description =
                    "CSV file, plain or gzip, one row a line; the first line names the columns. Separated by comma, semicolon or tab. A path of"
                            + " any file system that the Flink cluster knows.")
    private String input = "";

    @Option(
            names = "--event-field",
            paramLabel = "COLUMN",
            defaultValue = DEFAULT_EVENT,
            description = "Column with the event time. Default: ${DEFAULT-VALUE}")
    private String eventField = "";

    @Option(
            names = "--arrival-field",
            paramLabel = "COLUMN",
            description =
                    "Column with the time of arrival, or row-order if only the order of the rows is known. Default: "
                            + DEFAULT_ARRIVAL
                            + " if there is such a column, else row-order")
    private @Nullable String arrivalField;

    @Option(
            names = "--key-field",
            paramLabel = "COLUMN",
            description =
                    "Column that your windows are grouped by; shows which keys lose most. Default: "
                            + DEFAULT_KEY
                            + " if there is such a column")
    private @Nullable String keyField;

    @Option(
            names = "--partition-field",
            paramLabel = "COLUMN",
            description =
                    "Column with the number of the partition, if the rows come from several: each is judged by its own watermark")
    private @Nullable String partitionField;

    @Option(
            names = "--time-format",
            paramLabel = "FORMAT",
            defaultValue = "millis",
            description =
                    "How both times are written: iso (ISO 8601 with Z or an offset), millis or seconds (since 1970). Default: ${DEFAULT-VALUE}")
    private TimeFormat timeFormat = TimeFormat.MILLIS;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            defaultValue = "1m",
            split = ",",
            converter = DurationConverter.class,
            description =
                    "Size of your windows; up to three, separated by commas, of which the first decides. Default: ${DEFAULT-VALUE}")
    private List<Duration> windows = List.of();

    @Option(
            names = "--completeness",
            paramLabel = "SHARE",
            defaultValue = "0.999",
            description =
                    "Share of events that a window is to keep: above 0, below 1. Default: ${DEFAULT-VALUE}")
    private double completeness;

    @Option(
            names = "--max-ahead",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description =
                    "An event stamped further ahead of its arrival (by row order: of the events before it) does not move the watermark. Default:"
                            + " ${DEFAULT-VALUE}")
    private Duration maxAhead = Duration.ZERO;

    @Option(
            names = "--delay",
            paramLabel = "DURATION",
            split = ",",
            converter = DurationConverter.class,
            description =
                    "Delays of your own that are to be counted too, separated by commas: the one you run today, for example")
    private List<Duration> delays = List.of();

    @Option(
            names = "--longest",
            paramLabel = "DURATION",
            defaultValue = "30d",
            converter = DurationConverter.class,
            description =
                    "The longest delay that the learning strategies of the comparison may take. Default: ${DEFAULT-VALUE}")
    private Duration longest = Duration.ZERO;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            defaultValue = "watermark-lab",
            description =
                    "Directory for the report; made if absent, a report in it is replaced. Default: ${DEFAULT-VALUE}")
    private String output = "";

    @Override
    protected WatermarkLabOptions options() {
        Usage.require(
                !windows.isEmpty() && windows.size() <= MOST_WINDOWS,
                "--window",
                windows,
                "give one to three sizes");
        for (Duration window : windows) {
            Usage.require(window.toMillis() >= 1, "--window", window, "give 1ms or more");
        }
        Usage.require(
                completeness > 0 && completeness < 1,
                "--completeness",
                completeness,
                "give a share above 0 and below 1, such as 0.999");
        Usage.require(!maxAhead.isNegative(), "--max-ahead", maxAhead, "give 0s or more");
        Usage.require(longest.toMillis() >= 1, "--longest", longest, "give 1ms or more");
        return new WatermarkLabOptions(
                traceInput(), windows, completeness, maxAhead, delays, longest, path(output));
    }

    private TraceInput traceInput() {
        String path = path(input);
        try (TraceFile file = TraceFile.open(new org.apache.flink.core.fs.Path(path))) {
            TraceLine header = file.next();
            if (header == null || header.text().isBlank()) {
                throw new UsageException(
                        "--input="
                                + input
                                + ": the file is empty, or its first line is: it has to name the columns");
            }
            List<String> columns = CsvColumns.names(header.text());
            TraceFields fields =
                    new TraceFields(
                            column("--event-field", eventField, columns),
                            arrival(columns),
                            optional("--key-field", keyField, DEFAULT_KEY, columns),
                            optional("--partition-field", partitionField, null, columns),
                            timeFormat);
            return new TraceInput(
                    path, file.size(), CsvColumns.of(header.text(), fields.names()), fields);
        } catch (IOException unreadable) {
            throw new UsageException("--input=" + input + ": " + unreadable.getMessage());
        }
    }

    private String arrival(List<String> columns) {
        return ROW_ORDER.equals(arrivalField)
                ? ""
                : optional("--arrival-field", arrivalField, DEFAULT_ARRIVAL, columns);
    }

    private String optional(
            String option,
            @Nullable String asked,
            @Nullable String otherwise,
            List<String> columns) {
        if (asked != null) {
            return column(option, asked, columns);
        }
        return otherwise != null && columns.contains(otherwise) ? otherwise : "";
    }

    private String column(String option, String name, List<String> columns) {
        Usage.require(
                columns.contains(name),
                option,
                name,
                "there is no such column; " + input + " has " + String.join(", ", columns));
        return name;
    }

    /** A path without a scheme is one of this machine, from where the command is given. */
    private static String path(String text) {
        return text.contains("://") || text.startsWith("file:")
                ? text
                : Path.of(text).toAbsolutePath().normalize().toString();
    }

    @Override
    protected ReportDescription describe(WatermarkLabOptions options) {
        return new ReportDescription(
                "watermark-lab",
                "measures what every watermark delay would buy and cost",
                options.input().name(),
                options.output(),
                LabFiles.SUMMARY,
                ArrivalReader.BYTES_READ,
                options.input().bytes());
    }
}
