package io.tidemark.jobs.usersessions;

import io.tidemark.jobs.orders.OrderOptions;
import java.time.Duration;

/**
 * What can be set of {@code user-sessions}, validated.
 *
 * @param orders what can be set of every job over orders
 * @param gap how long a user is silent before a session has ended
 */
public record UserSessionsOptions(OrderOptions orders, Duration gap) implements OrderOptions.Of {}
