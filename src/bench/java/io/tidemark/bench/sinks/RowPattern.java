package io.tidemark.bench.sinks;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * The rows of a run, each a function of its place.
 *
 * <p>Each subtask has ids of its own, so that the versions of an id come in order without a
 * shuffle. An id comes again only after all others of its subtask: a batch that is smaller has none
 * twice, which the connector could not bear where the driver makes one statement of many.
 *
 * @param portion rows of a subtask
 * @param ids how many different ones a subtask has
 */
record RowPattern(int parallelism, long portion, long ids) implements Serializable {

    private static final long FIRST_TIME = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    /** A prime above any number of ids: its multiples go through all of them, far from in order. */
    private static final long SCATTERING = 2_654_435_761L;

    private static final long MIXING = 0x9E3779B97F4A7C15L;
    private static final String[] COUNTRIES = {"AT", "BR", "DE", "FR", "IN", "JP", "US", "ZA"};

    /**
     * A row.
     *
     * @param place from 0 on, below the portion
     */
    SinkRow row(int subtask, long place) {
        long number = place * parallelism + subtask;
        long mixed = number * MIXING;
        return new SinkRow(
                place % ids * SCATTERING % ids * parallelism + subtask,
                number,
                "customer-" + (mixed >>> 44),
                COUNTRIES[(int) (mixed >>> 61)],
                BigDecimal.valueOf(mixed >>> 40, 2),
                (int) (mixed >>> 50) & 31,
                Instant.ofEpochMilli(FIRST_TIME + number));
    }
}
