package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.cli.KafkaClientArguments;
import io.tidemark.jobs.cli.ReportDescription;
import io.tidemark.jobs.cli.StartFrom;
import io.tidemark.jobs.cli.TimeFormatConverter;
import io.tidemark.jobs.cli.Usage;
import io.tidemark.jobs.cli.UsageException;
import io.tidemark.operators.deadletter.TimeFormat;
import io.tidemark.operators.disorder.Study;
import io.tidemark.operators.source.ReadUntil;
import io.tidemark.watermarks.CompletenessWatermarks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
    private static final int MOST_DAYS = 36_500;
    private static final String MOST = "give at most " + MOST_DAYS + "d";

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description =
                    "CSV file, plain or gzip, one row a line; the first line names the columns. Separated by comma, semicolon or tab. Rows are"
                            + " read in the order of the file: they must be sorted by arrival, with --partition-field in each partition. A path of any file system that the Flink cluster"
                            + " knows.")
    private @Nullable String input;

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            description =
                    "Read a Kafka topic of JSON objects instead; the time at which the log took a record is its arrival.")
    private @Nullable String topic;

    @Mixin private KafkaClientArguments kafka = new KafkaClientArguments();

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            converter = StartFrom.Converter.class,
            description =
                    "Where in the topic to begin: earliest, latest or timestamp:INSTANT (log time, ISO 8601). Default: earliest with --until-end,"
                            + " latest with --for")
    private @Nullable StartFrom from;

    @Option(
            names = "--until-end",
            description = "Read the topic to its end as it stands at the start. The default")
    private boolean untilEnd;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Let the topic run on for that long, then read up to where it has come")
    private @Nullable Duration runFor;

    @Option(
            names = "--event-field",
            paramLabel = "COLUMN",
            defaultValue = DEFAULT_EVENT,
            description =
                    "Column (with --topic, JSON field) with the event time. Default: ${DEFAULT-VALUE}")
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
                    "Column (with --topic, JSON field) that your windows are grouped by; shows which keys lose most. An empty value is a key like any other. Default: "
                            + DEFAULT_KEY
                            + " if the file has such a column; with --topic none")
    private @Nullable String keyField;

    @Option(
            names = "--partition-field",
            paramLabel = "COLUMN",
            description =
                    "Column with the number of the partition, 0 to 2147483647, if the rows come from several: each is judged by its own watermark."
                            + " At most "
                            + PartitionLimit.MOST)
    private @Nullable String partitionField;

    @Option(
            names = "--time-format",
            paramLabel = "FORMAT",
            defaultValue = "millis",
            converter = TimeFormatConverter.class,
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
                    "Share of all events that are to arrive in time for their windows: above 0, up to 0.99999999. Default: ${DEFAULT-VALUE}")
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
                    "The longest delay of the strategies that learn theirs from the events, which the report also tries. It does not limit the"
                            + " constant delay that is recommended. Default: ${DEFAULT-VALUE}")
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
                IntStream.range(0, windows.size())
                        .mapToObj(index -> given("--window", index))
                        .collect(Collectors.joining(",")),
                "give one to three sizes");
        for (int i = 0; i < windows.size(); i++) {
            requireWait("--window", given("--window", i), windows.get(i));
            int earlier = windows.indexOf(windows.get(i));
            Usage.require(
                    earlier == i,
                    "--window",
                    given("--window", earlier) + "," + given("--window", i),
                    "that is the same size twice: give each once");
        }
        for (int i = 0; i < delays.size(); i++) {
            Usage.require(
                    delays.get(i).toDays() <= MOST_DAYS, "--delay", given("--delay", i), MOST);
        }
        requireWait("--longest", given("--longest", 0), longest);
        Usage.require(
                maxAhead.toDays() <= MOST_DAYS,
                "--max-ahead",
                given("--max-ahead", 0),
                MOST + "; such clocks would be believed whatever they say");
        Usage.require(
                completeness > 0 && completeness < 1,
                "--completeness",
                given("--completeness", 0),
                "give a share above 0 and below 1, such as 0.999");
        Usage.require(
                completeness <= CompletenessWatermarks.HIGHEST,
                "--completeness",
                given("--completeness", 0),
                "no strategy can measure as much: give 0.99999999 or less");
        String directory = path("--output", output);
        ReportDirectory.check(output, directory);
        return new WatermarkLabOptions(
                traceInput(), windows, completeness, maxAhead, delays, longest, directory);
    }

    private static void requireWait(String option, String given, Duration wait) {
        Usage.require(wait.toMillis() >= 1, option, given, "give 1ms or more");
        Usage.require(wait.toDays() <= MOST_DAYS, option, given, MOST);
    }

    private TraceInput traceInput() {
        if (input != null && topic == null) {
            refuse("--from", from);
            refuse("--for", runFor);
            refuse("--until-end", untilEnd ? true : null);
            return file(input);
        }
        if (topic != null && input == null) {
            refuse("--arrival-field", arrivalField);
            refuse("--partition-field", partitionField);
            return topic(topic);
        }
        throw new UsageException(
                input == null
                        ? "--input FILE or --topic TOPIC is needed: what shall be read?"
                        : "--input and --topic exclude each other: give one of them");
    }

    private void refuse(String option, @Nullable Object value) {
        if (value != null) {
            throw new UsageException(
                    option
                            + " belongs to "
                            + (input == null ? "--input FILE" : "--topic TOPIC")
                            + ": leave it out");
        }
    }

    private TraceInput topic(String name) {
        Usage.require(!name.isBlank(), "--topic", name, "give the name of a topic");
        if (runFor != null && untilEnd) {
            throw new UsageException("--for and --until-end exclude each other: give one of them");
        }
        if (runFor != null) {
            Usage.require(runFor.toMillis() >= 1, "--for", given("--for", 0), "give 1ms or more");
        }
        Properties consumer = new Properties();
        consumer.putAll(kafka.client());
        consumer.setProperty(ConsumerConfig.GROUP_ID_CONFIG, "watermark-lab");
        StartFrom.Converter places = new StartFrom.Converter();
        StartFrom begin =
                from != null ? from : places.convert(runFor == null ? "earliest" : "latest");
        ReadUntil until = runFor == null ? ReadUntil.endOfLog() : ReadUntil.endOfLogAfter(runFor);
        TraceFields fields =
                new TraceFields(eventField, "", keyField == null ? "" : keyField, "", timeFormat);
        return new TraceInput.OfTopic(name, consumer, begin, until, fields);
    }

    private TraceInput file(String given) {
        TraceHeader header = TraceHeader.of(given, path("--input", given));
        TraceFields fields =
                new TraceFields(
                        header.column("--event-field", eventField),
                        ROW_ORDER.equals(arrivalField)
                                ? ""
                                : header.optional("--arrival-field", arrivalField, DEFAULT_ARRIVAL),
                        header.optional("--key-field", keyField, DEFAULT_KEY),
                        header.optional("--partition-field", partitionField, null),
                        timeFormat);
        Usage.require(
                !fields.arrival().equals(fields.event()),
                "--arrival-field",
                fields.arrival(),
                "that is the column of the event time too, so no event would have taken any time to arrive: name another, or row-order");
        return new TraceInput.OfFile(
                header.path(), header.bytes(), header.columns(fields.names()), fields);
    }

    /** A path without a scheme is one of this machine, from where the command is given. */
    private static String path(String option, String text) {
        Usage.require(!text.isBlank(), option, text, "give a path");
        try {
            return text.contains("://") || text.startsWith("file:")
                    ? new org.apache.flink.core.fs.Path(text).toString()
                    : Path.of(text).toAbsolutePath().normalize().toString();
        } catch (IllegalArgumentException unwritten) {
            throw new UsageException(
                    option + "=" + text + " is no path: " + unwritten.getMessage());
        }
    }

    @Override
    protected ReportDescription describe(WatermarkLabOptions options) {
        return new ReportDescription(
                "watermark-lab",
                "measures what every watermark delay would buy and cost",
                options.input().name(),
                options.output(),
                LabFiles.SUMMARY,
                options.input() instanceof TraceInput.OfFile
                        ? LineReading.BYTES_READ
                        : Study.STUDIED,
                options.input() instanceof TraceInput.OfFile file ? file.bytes() : 0);
    }
}
