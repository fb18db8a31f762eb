package io.tidemark.local.ledger;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * One row of the results: a window of one key as it stood when the row was written.
 *
 * @param key what the row is about
 * @param windowStart inclusive
 * @param windowEnd exclusive; the same as the start for a moment
 * @param count a number of events
 * @param sum the sum of their values, exact
 * @param events how many events the row stands for in the ledger
 * @param update whether the window had been closed before, and late events have changed it since
 * @param json the row as it stands in the topic
 */
public record ResultRow(
        String key,
        Instant windowStart,
        Instant windowEnd,
        long count,
        BigDecimal sum,
        long events,
        boolean update,
        String json) {}
