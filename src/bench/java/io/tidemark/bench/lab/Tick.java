package io.tidemark.bench.lab;

/** An event that carries what strategies ask for. Public, or it would fall to Kryo. */
public record Tick(long time, long logTime, long key) {

    private static final long START = 1_700_000_000_000L;
    private static final int KEYS = 1_000;

    /**
     * The event of a number: one a millisecond on average, most of them a little out of order, one
     * in a hundred by up to half a minute.
     */
    static Tick of(long number) {
        long mixed = (number ^ (number >>> 17)) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 32;
        long lag = (mixed & 127) == 0 ? (mixed >>> 20) & 32_767 : (mixed >>> 40) & 511;
        long logTime = START + number;
        return new Tick(logTime - lag, logTime, (mixed >>> 8) % KEYS);
    }
}
