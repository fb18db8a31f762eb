package io.tidemark.jobs.rollingspend;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.ResultRows;
import io.tidemark.jobs.orders.OrderArguments;
import io.tidemark.jobs.orders.OrderCommand;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code rolling-spend}; its {@code --help} is the manual. */
@Command(
        name = RollingSpendCommand.NAME,
        sortOptions = false,
        usageHelpAutoWidth = false,
        description = {
            RollingSpendCommand.SUMMARY,
            "",
            "Reads JSON objects from a Kafka topic and writes, for each, the count and the sum of one decimal field over all orders of its key"
                    + " with an event time in (t - range, t], t being its own. Orders of the same time include each other. One row an"
                    + " order; it is sent when the watermark reaches the order's time. "
                    + OrderCommand.PROMISE,
            OrderCommand.SUM,
            OrderCommand.DURATIONS,
            ""
        })
final class RollingSpendCommand extends OrderCommand<RollingSpendOptions> {

    static final String NAME = "rolling-spend";
    static final String SUMMARY =
            "tells for each order what its customer has spent in the last minutes as of that order, exactly once from Kafka to Kafka";

    @Option(
            names = "--range",
            paramLabel = "DURATION",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description =
                    "How far back from an order, in event time, orders of its key count; 1ms or more. Default: ${DEFAULT-VALUE}")
    private Duration range = Duration.ZERO;

    @Mixin private OrderArguments orders = new OrderArguments();

    @Override
    protected RollingSpendOptions options() {
        OrderArguments.requirePositive("--range", range);
        return new RollingSpendOptions(orders.options(NAME, "--range", range), range);
    }

    @Override
    protected About about() {
        return new About(
                NAME,
                SUMMARY,
                NAME,
                "phone",
                new ResultRows("/time", "/time", "/key", "/count", "/sum", ""));
    }

    @Override
    protected Duration span(RollingSpendOptions options) {
        return options.range();
    }
}
