package io.tidemark.bench.sinks;

import java.math.BigDecimal;
import java.time.Instant;

/** A row as a shop would write it. */
record SinkRow(
        long id,
        long number,
        String customer,
        String country,
        BigDecimal amount,
        int items,
        Instant placedAt) {}
