package io.tidemark.system.guarantee;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What went into a job, and what an outside reader saw of it in the end.
 *
 * <p>Not thread-safe.
 */
public final class History {

    private final List<Entered> entered = new ArrayList<>();
    private final List<Effect> seen = new ArrayList<>();
    private final List<LogEnd> logs = new ArrayList<>();
    private final Map<String, Long> accounts = new LinkedHashMap<>();
    private long in = -1;

    /**
     * Something that must have exactly one effect.
     *
     * @param id what the effect will be known by
     * @param key whose order counts
     * @param position its place among those of its key
     */
    public record Entered(String id, String key, long position) {}

    /**
     * Something that a reader saw.
     *
     * @param id of what it is the effect
     * @param key the key that it was found under
     */
    public record Effect(String id, String key) {}

    /**
     * How far a reader comes in a partition that was written.
     *
     * @param stableOffset where a read_committed reader stands still
     * @param endOffset where the log ends
     */
    public record LogEnd(String partition, long stableOffset, long endOffset) {}

    /** Notes what went in. */
    public History enter(Entered one) {
        entered.add(one);
        return this;
    }

    /** Notes what was seen; effects of one key in the order in which a reader finds them. */
    public History see(Effect one) {
        seen.add(one);
        return this;
    }

    /** Notes where a log ends for whom. */
    public History log(LogEnd end) {
        logs.add(end);
        return this;
    }

    /** Notes how many records went in, measured apart from the job. */
    public History in(long records) {
        in = records;
        return this;
    }

    /** Notes how many of them are accounted for under a name. */
    public History account(String name, long records) {
        accounts.merge(name, records, Long::sum);
        return this;
    }

    List<Entered> entered() {
        return entered;
    }

    List<Effect> seen() {
        return seen;
    }

    List<LogEnd> logs() {
        return logs;
    }

    long in() {
        return in;
    }

    Map<String, Long> accounts() {
        return accounts;
    }
}
