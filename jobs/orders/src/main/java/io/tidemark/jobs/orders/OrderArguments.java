package io.tidemark.jobs.orders;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.InstantConverter;
import io.tidemark.jobs.cli.KafkaJobArguments;
import io.tidemark.jobs.cli.TimeFormatConverter;
import io.tidemark.jobs.cli.Usage;
import io.tidemark.operators.deadletter.TimeFormat;
import io.tidemark.watermarks.BoundedWatermarks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The arguments that every job over orders takes; a job has it in its command as a picocli mixin,
 * behind its own options, and gives {@link #defaults} to the parser.
 */
public final class OrderArguments {

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            defaultValue = "orders",
            description = "Topic of the orders; must exist. Default: ${DEFAULT-VALUE}")
    private String topic = "";

    @Option(
            names = "--results-topic",
            paramLabel = "TOPIC",
            description =
                    "Topic of the results, compacted: the last message of a key is the truth. Created if absent."
                            + " Default: ${DEFAULT-VALUE}")
    private String resultsTopic = "";

    @Option(
            names = "--late-topic",
            paramLabel = "TOPIC",
            description =
                    "Topic of orders that came too late, in the sense of this job (see above). Created if absent. Default: ${DEFAULT-VALUE}")
    private String lateTopic = "";

    @Option(
            names = "--dead-letter-topic",
            paramLabel = "TOPIC",
            description =
                    "Topic of records that could not be read, with coordinates, reason and bytes. Created if absent."
                            + " Default: ${DEFAULT-VALUE}")
    private String deadLetterTopic = "";

    @Option(
            names = "--ledger-topic",
            paramLabel = "TOPIC",
            description =
                    "Topic of the ledger's increments. Created if absent. Default: ${DEFAULT-VALUE}")
    private String ledgerTopic = "";

    @Option(
            names = "--summary-topic",
            paramLabel = "TOPIC",
            description =
                    "Topic of summaries: what was counted, how late, which keys and windows. Created if absent. Default: no summaries")
    private @Nullable String summaryTopic;

    @Option(
            names = "--summary-every",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "Time between two summaries, by the clock, 1ms or more; they leave with the next checkpoint. Default: 1m")
    private @Nullable Duration summaryEvery;

    @Option(
            names = "--id-field",
            paramLabel = "FIELD",
            defaultValue = "order_id",
            description = "Field with the order's id. Default: ${DEFAULT-VALUE}")
    private String idField = "";

    @Option(
            names = "--key-field",
            paramLabel = "FIELD",
            description = "Field that orders are grouped by. Default: ${DEFAULT-VALUE}")
    private String keyField = "";

    @Option(
            names = "--value-field",
            paramLabel = "FIELD",
            defaultValue = "amount",
            description =
                    "Field that is summed: a decimal number, or a string that holds one. Default: ${DEFAULT-VALUE}")
    private String valueField = "";

    @Option(
            names = "--time-field",
            paramLabel = "FIELD",
            defaultValue = "ordered_at",
            description = "Field with the event time. Default: ${DEFAULT-VALUE}")
    private String timeField = "";

    @Option(
            names = "--time-format",
            paramLabel = "FORMAT",
            defaultValue = "iso",
            converter = TimeFormatConverter.class,
            description =
                    "iso (ISO 8601 with Z or an offset), millis or seconds (since 1970). Default: ${DEFAULT-VALUE}")
    private TimeFormat timeFormat = TimeFormat.ISO;

    @Option(
            names = "--watermark-delay",
            paramLabel = "DURATION",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description =
                    "How far behind the newest order of its partition an order is still expected, in event time. More waits longer and"
                            + " loses less. Default: ${DEFAULT-VALUE}")
    private Duration watermarkDelay = Duration.ZERO;

    @Option(
            names = "--watermark-step",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description =
                    "Grain of the watermark, in event time, 1ms or more: it moves only in whole steps. Default: 1%% of --watermark-delay, at"
                            + " least 1ms")
    private @Nullable Duration watermarkStep;

    @Option(
            names = "--max-ahead",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description =
                    "An order stamped further ahead of its log time flows on but does not move the watermark. Default: ${DEFAULT-VALUE}")
    private Duration maxAhead = Duration.ZERO;

    @Option(
            names = "--idle-after",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description =
                    "After how long without orders, in processing time, a partition no longer holds the others back; 0s for never."
                            + " Without effect with --until-end, where a partition ends instead. Default: ${DEFAULT-VALUE}")
    private Duration idleAfter = Duration.ZERO;

    @Option(
            names = "--allowed-lateness",
            paramLabel = "DURATION",
            defaultValue = "0s",
            converter = DurationConverter.class,
            description =
                    "How long after its end, in event time, a window still takes orders; a row that changes is sent anew (pane late_update)."
                            + " Default: ${DEFAULT-VALUE}")
    private Duration allowedLateness = Duration.ZERO;

    @Option(
            names = "--dedup-for",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description =
                    "How far apart in event time two orders of one id are still repeats, of which the first counts; at least what a window"
                            + " spans + --allowed-lateness. Default: ${DEFAULT-VALUE}")
    private Duration dedupFor = Duration.ZERO;

    @Option(
            names = "--earliest",
            paramLabel = "TIME",
            defaultValue = "2000-01-01",
            converter = InstantConverter.class,
            description =
                    "Orders stamped before are rejected: a date (UTC) or an ISO 8601 instant. Default: ${DEFAULT-VALUE}")
    private Instant earliest = Instant.EPOCH;

    @Mixin private KafkaJobArguments kafka = new KafkaJobArguments();

    /**
     * The defaults that differ from job to job, by option.
     *
     * @param results the topic of the results
     * @param others what the names of the other output topics begin with
     * @param key the field that orders are grouped by
     */
    public static Map<String, String> defaults(String results, String others, String key) {
        return Map.of(
                "--results-topic", results,
                "--late-topic", others + "-late",
                "--dead-letter-topic", others + "-dead-letters",
                "--ledger-topic", others + "-ledger",
                "--key-field", key);
    }

    /**
     * The validated options.
     *
     * @param job the job's name
     * @param spanOption the option that says how long a window can be
     * @param span how long that is: an order that far behind the watermark, and no less, can be
     *     late
     * @throws io.tidemark.jobs.cli.UsageException if the arguments contradict one another or a
     *     value is out of its range
     */
    public OrderOptions options(String job, String spanOption, Duration span) {
        Duration step =
                watermarkStep == null
                        ? BoundedWatermarks.defaultStep(watermarkDelay)
                        : watermarkStep;
        requirePositive("--watermark-step", step);
        Duration shortest = span.plus(allowedLateness);
        Usage.require(
                dedupFor.compareTo(shortest) >= 0,
                "--dedup-for",
                DurationConverter.format(dedupFor),
                "is below "
                        + spanOption
                        + " + --allowed-lateness = "
                        + DurationConverter.format(shortest)
                        + ", so a repeat could count twice: give that or more");
        return new OrderOptions(
                kafka.options(job),
                topics(),
                new OrderFields(
                        field("--id-field", idField),
                        field("--key-field", keyField),
                        field("--time-field", timeField),
                        timeFormat,
                        field("--value-field", valueField)),
                watermarkDelay,
                step,
                maxAhead,
                idleAfter,
                allowedLateness,
                dedupFor,
                summaryEvery(),
                earliest);
    }

    private Duration summaryEvery() {
        if (summaryEvery == null) {
            return Duration.ofMinutes(1);
        }
        requirePositive("--summary-every", summaryEvery);
        Usage.require(
                summaryTopic != null,
                "--summary-every",
                DurationConverter.format(summaryEvery),
                "says nothing without --summary-topic: give that too");
        return summaryEvery;
    }

    /**
     * Refuses a duration of nothing.
     *
     * @throws io.tidemark.jobs.cli.UsageException if it is below 1 ms
     */
    public static void requirePositive(String option, Duration duration) {
        Usage.require(
                duration.toMillis() >= 1,
                option,
                DurationConverter.format(duration),
                "give 1ms or more");
    }

    private OrderOptions.Topics topics() {
        List<String> names =
                new ArrayList<>(
                        List.of(topic, resultsTopic, lateTopic, deadLetterTopic, ledgerTopic));
        if (summaryTopic != null) {
            names.add(summaryTopic);
        }
        Set<String> distinct = new TreeSet<>(names);
        Usage.require(
                distinct.size() == names.size() && !distinct.contains(""),
                "--topic, --results-topic, --late-topic, --dead-letter-topic, --ledger-topic"
                        + (summaryTopic == null ? "" : ", --summary-topic"),
                String.join(", ", names),
                "give " + (summaryTopic == null ? "five" : "six") + " different names");
        return new OrderOptions.Topics(
                topic, resultsTopic, lateTopic, deadLetterTopic, ledgerTopic, summaryTopic);
    }

    private static String field(String option, String name) {
        Usage.require(!name.isEmpty(), option, "\"\"", "give the name of a field");
        return name;
    }
}
