package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.InstantConverter;
import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.cli.JobDescription;
import io.tidemark.jobs.cli.KafkaJobArguments;
import io.tidemark.jobs.cli.Usage;
import io.tidemark.operators.deadletter.TimeFormat;
import io.tidemark.watermarks.BoundedDisorder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code orders-per-minute}; its {@code --help} is the manual. */
@Command(
        name = OrdersPerMinuteCommand.NAME,
        sortOptions = false,
        usageHelpAutoWidth = false,
        description = {
            OrdersPerMinuteCommand.SUMMARY,
            "",
            "Reads JSON objects from a Kafka topic and counts them, and sums one decimal field, per key and tumbling window of event time. Orders"
                    + " that come too late, and records that cannot be read, go to topics of their own; none is lost:",
            "  in = on time + late + duplicates + rejected + open",
            "A duration is a number and a unit: 250ms, 10s, 1m, 2h, 400d.",
            ""
        })
final class OrdersPerMinuteCommand extends JobCommand<OrdersPerMinuteOptions> {

    static final String NAME = "orders-per-minute";
    static final String SUMMARY =
            "counts orders and sums their value per key and event-time window, exactly once from Kafka to Kafka";

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            defaultValue = "orders",
            description = "Topic of the orders; must exist. Default: ${DEFAULT-VALUE}")
    private String topic = "";

    @Option(
            names = "--results-topic",
            paramLabel = "TOPIC",
            defaultValue = "orders-per-minute",
            description =
                    "Topic of the results, compacted: the last message of a key (key, window start) is the truth. Created if absent."
                            + " Default: ${DEFAULT-VALUE}")
    private String resultsTopic = "";

    @Option(
            names = "--late-topic",
            paramLabel = "TOPIC",
            defaultValue = "orders-late",
            description =
                    "Topic of orders that no window could take. Created if absent. Default: ${DEFAULT-VALUE}")
    private String lateTopic = "";

    @Option(
            names = "--dead-letter-topic",
            paramLabel = "TOPIC",
            defaultValue = "orders-dead-letters",
            description =
                    "Topic of records that could not be read, with coordinates, reason and bytes. Created if absent."
                            + " Default: ${DEFAULT-VALUE}")
    private String deadLetterTopic = "";

    @Option(
            names = "--ledger-topic",
            paramLabel = "TOPIC",
            defaultValue = "orders-ledger",
            description =
                    "Topic of the ledger's increments. Created if absent. Default: ${DEFAULT-VALUE}")
    private String ledgerTopic = "";

    @Option(
            names = "--id-field",
            paramLabel = "FIELD",
            defaultValue = "order_id",
            description = "Field with the order's id. Default: ${DEFAULT-VALUE}")
    private String idField = "";

    @Option(
            names = "--key-field",
            paramLabel = "FIELD",
            defaultValue = "country",
            description = "Field that orders are counted by. Default: ${DEFAULT-VALUE}")
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
            description =
                    "iso (ISO 8601 with Z or an offset), millis or seconds (since 1970). Default: ${DEFAULT-VALUE}")
    private TimeFormat timeFormat = TimeFormat.ISO;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description =
                    "Size of the tumbling windows, in event time, 1ms or more; aligned to 1970-01-01T00:00:00Z. Default: ${DEFAULT-VALUE}")
    private Duration window = Duration.ZERO;

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
                    "How long after its end, in event time, a window still takes orders; each brings a new row (pane late_update)."
                            + " Default: ${DEFAULT-VALUE}")
    private Duration allowedLateness = Duration.ZERO;

    @Option(
            names = "--dedup-for",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description =
                    "How far apart in event time two orders of one id are still repeats, of which the first counts; at least --window +"
                            + " --allowed-lateness. Default: ${DEFAULT-VALUE}")
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

    @Override
    protected OrdersPerMinuteOptions options() {
        Usage.require(
                window.toMillis() >= 1,
                "--window",
                DurationConverter.format(window),
                "give 1ms or more");
        Duration step =
                watermarkStep == null ? BoundedDisorder.defaultStep(watermarkDelay) : watermarkStep;
        Usage.require(
                step.toMillis() >= 1,
                "--watermark-step",
                DurationConverter.format(step),
                "give 1ms or more");
        Duration shortest = window.plus(allowedLateness);
        Usage.require(
                dedupFor.compareTo(shortest) >= 0,
                "--dedup-for",
                DurationConverter.format(dedupFor),
                "is below --window + --allowed-lateness = "
                        + DurationConverter.format(shortest)
                        + ", so a repeat could count twice: give that or more");
        return new OrdersPerMinuteOptions(
                kafka.options(NAME),
                topics(),
                new OrderFields(
                        field("--id-field", idField),
                        field("--key-field", keyField),
                        field("--time-field", timeField),
                        timeFormat,
                        field("--value-field", valueField)),
                window,
                watermarkDelay,
                step,
                maxAhead,
                idleAfter,
                allowedLateness,
                dedupFor,
                earliest);
    }

    private OrdersPerMinuteOptions.Topics topics() {
        List<String> names = List.of(topic, resultsTopic, lateTopic, deadLetterTopic, ledgerTopic);
        Set<String> distinct = new TreeSet<>(names);
        Usage.require(
                distinct.size() == names.size() && !distinct.contains(""),
                "--topic, --results-topic, --late-topic, --dead-letter-topic, --ledger-topic",
                String.join(", ", names),
                "give five different names");
        return new OrdersPerMinuteOptions.Topics(
                topic, resultsTopic, lateTopic, deadLetterTopic, ledgerTopic);
    }

    private static String field(String option, String name) {
        Usage.require(!name.isEmpty(), option, "\"\"", "give the name of a field");
        return name;
    }

    @Override
    protected JobDescription describe(OrdersPerMinuteOptions options) {
        OrdersPerMinuteOptions.Topics topics = options.topics();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("time", options.fields().time());
        fields.put("id", options.fields().id());
        fields.put("key", options.fields().key());
        fields.put("value", options.fields().value());
        Map<String, String> outputs = new LinkedHashMap<>();
        outputs.put("results", topics.results());
        outputs.put("late", topics.late());
        outputs.put("dead_letters", topics.deadLetters());
        outputs.put("ledger", topics.ledger());
        return new JobDescription(
                NAME,
                SUMMARY,
                topics.orders(),
                fields,
                options.fields().timeFormat().name().toLowerCase(Locale.ROOT),
                outputs,
                options.kafka(),
                options.window(),
                options.watermarkDelay());
    }
}
