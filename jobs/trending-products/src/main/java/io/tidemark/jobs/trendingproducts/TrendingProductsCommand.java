package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.ResultRows;
import io.tidemark.jobs.cli.Usage;
import io.tidemark.jobs.orders.OrderArguments;
import io.tidemark.jobs.orders.OrderCommand;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code trending-products}; its {@code --help} is the manual. */
@Command(
        name = TrendingProductsCommand.NAME,
        sortOptions = false,
        usageHelpAutoWidth = false,
        description = {
            TrendingProductsCommand.SUMMARY,
            "",
            "Reads JSON objects from a Kafka topic and lists, for each hopping window of event time, the keys with most orders or the highest"
                    + " sum of one decimal field; keys that are level are in alphabetical order. An order"
                    + " is late if it is too late for the first of its windows. One row a window, which also holds count and"
                    + " sum over all its orders, and as \"settled\" the number of those that no later window holds: summed over all"
                    + " rows, \"settled\" counts each order once that is not late. "
                    + OrderCommand.PROMISE,
            OrderCommand.SUM,
            OrderCommand.DURATIONS,
            ""
        })
final class TrendingProductsCommand extends OrderCommand<TrendingProductsOptions> {

    static final String NAME = "trending-products";
    static final String SUMMARY =
            "ranks the products of overlapping event-time windows by orders or by value, exactly once from Kafka to Kafka";

    private static final int LONGEST_LIST = 1000;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description =
                    "Size of the hopping windows, in event time, 1ms or more. Default: ${DEFAULT-VALUE}")
    private Duration window = Duration.ZERO;

    @Option(
            names = "--hop",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description =
                    "How far apart windows start, in event time, 1ms to --window; it need not divide --window. One starts at"
                            + " 1970-01-01T00:00:00Z. Default: ${DEFAULT-VALUE}")
    private Duration hop = Duration.ZERO;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many keys a window lists, 1 to 1000. Default: ${DEFAULT-VALUE}")
    private int top;

    @Option(
            names = "--rank-by",
            paramLabel = "WHAT",
            defaultValue = "count",
            description = "count (of orders) or sum (of --value-field). Default: ${DEFAULT-VALUE}")
    private RankBy rankBy = RankBy.COUNT;

    @Mixin private OrderArguments orders = new OrderArguments();

    @Override
    protected TrendingProductsOptions options() {
        OrderArguments.requirePositive("--window", window);
        OrderArguments.requirePositive("--hop", hop);
        Usage.require(
                hop.compareTo(window) <= 0,
                "--hop",
                DurationConverter.format(hop),
                "exceeds --window="
                        + DurationConverter.format(window)
                        + ", so orders in the gaps would be in no window: give at most that");
        Usage.require(top >= 1 && top <= LONGEST_LIST, "--top", top, "give 1 to " + LONGEST_LIST);
        return new TrendingProductsOptions(
                orders.options(NAME, "--window", window), window, hop, top, rankBy);
    }

    @Override
    protected About about() {
        return new About(
                NAME,
                SUMMARY,
                NAME,
                "product",
                ResultRows.ofWindows("/top/0/key", "/top/0/count", "/top/0/sum", "/settled"));
    }

    @Override
    protected Duration span(TrendingProductsOptions options) {
        return options.window();
    }
}
