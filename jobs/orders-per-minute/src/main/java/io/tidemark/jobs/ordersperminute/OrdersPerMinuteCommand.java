package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.ResultRows;
import io.tidemark.jobs.orders.OrderArguments;
import io.tidemark.jobs.orders.OrderCommand;
import java.time.Duration;
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
            "Reads JSON objects from a Kafka topic and counts them, and sums one decimal field, per key and tumbling window of event time. "
                    + OrderCommand.PROMISE,
            OrderCommand.SUM,
            OrderCommand.DURATIONS,
            ""
        })
final class OrdersPerMinuteCommand extends OrderCommand<OrdersPerMinuteOptions> {

    static final String NAME = "orders-per-minute";
    static final String SUMMARY =
            "counts orders and sums their value per key and event-time window, exactly once from Kafka to Kafka";

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description =
                    "Size of the tumbling windows, in event time, 1ms or more; aligned to 1970-01-01T00:00:00Z. Default: ${DEFAULT-VALUE}")
    private Duration window = Duration.ZERO;

    @Mixin private OrderArguments orders = new OrderArguments();

    @Override
    protected OrdersPerMinuteOptions options() {
        OrderArguments.requirePositive("--window", window);
        return new OrdersPerMinuteOptions(orders.options(NAME, "--window", window), window);
    }

    @Override
    protected About about() {
        return new About(
                NAME,
                SUMMARY,
                "orders",
                "country",
                ResultRows.ofWindows("/key", "/count", "/sum", "/count"));
    }

    @Override
    protected Duration span(OrdersPerMinuteOptions options) {
        return options.window();
    }
}
