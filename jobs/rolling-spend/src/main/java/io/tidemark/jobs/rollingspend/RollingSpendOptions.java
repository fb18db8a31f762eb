package io.tidemark.jobs.rollingspend;

import io.tidemark.jobs.orders.OrderOptions;
import java.time.Duration;

/**
 * What can be set of {@code rolling-spend}, validated.
 *
 * @param orders what can be set of every job over orders
 * @param range how far back from an order its customer's orders count, the order itself included
 *     and one exactly that far back not
 */
public record RollingSpendOptions(OrderOptions orders, Duration range) implements OrderOptions.Of {}
