package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.orders.OrderOptions;
import java.time.Duration;

/**
 * What can be set of {@code orders-per-minute}, validated.
 *
 * @param orders what can be set of every job over orders
 * @param window size of the tumbling windows, aligned to 1970-01-01T00:00:00Z
 */
public record OrdersPerMinuteOptions(OrderOptions orders, Duration window)
        implements OrderOptions.Of {}
