package io.tidemark.jobs.usersessions;

import io.tidemark.jobs.cli.DurationConverter;
import io.tidemark.jobs.cli.ResultRows;
import io.tidemark.jobs.orders.OrderArguments;
import io.tidemark.jobs.orders.OrderCommand;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code user-sessions}; its {@code --help} is the manual. */
@Command(
        name = UserSessionsCommand.NAME,
        sortOptions = false,
        usageHelpAutoWidth = false,
        description = {
            UserSessionsCommand.SUMMARY,
            "",
            "Reads JSON objects from a Kafka topic. Orders of one key that follow one another within the gap are one session, which ends the gap"
                    + " after the last of them; its row tells start, end, count of the orders and sum of one decimal field. A session that"
                    + " grows after it was sent takes its row back: a message without a value. "
                    + OrderCommand.PROMISE,
            OrderCommand.SUM,
            OrderCommand.DURATIONS,
            ""
        })
final class UserSessionsCommand extends OrderCommand<UserSessionsOptions> {

    static final String NAME = "user-sessions";
    static final String SUMMARY =
            "finds the sessions of each user, with their orders and their value, exactly once from Kafka to Kafka";

    @Option(
            names = "--gap",
            paramLabel = "DURATION",
            defaultValue = "30m",
            converter = DurationConverter.class,
            description =
                    "How long a key is silent, in event time, before its session has ended; 1ms or more. Default: ${DEFAULT-VALUE}")
    private Duration gap = Duration.ZERO;

    @Mixin private OrderArguments orders = new OrderArguments();

    @Override
    protected UserSessionsOptions options() {
        OrderArguments.requirePositive("--gap", gap);
        return new UserSessionsOptions(orders.options(NAME, "--gap", gap), gap);
    }

    @Override
    protected About about() {
        return new About(
                NAME,
                SUMMARY,
                NAME,
                "phone",
                ResultRows.ofWindows("/key", "/count", "/sum", "/count"));
    }

    @Override
    protected Duration span(UserSessionsOptions options) {
        return options.gap();
    }
}
