package io.tidemark.bench.windows;

import java.util.List;

/** All engines, in the order of the table's columns. */
final class Engines {

    /**
     * The name of our own engine, which the targets are about. The cases that no other engine is
     * for run once an engine of this name is listed below.
     */
    static final String OURS = "tidemark";

    static final String LIMIT = "limit";
    static final String FLINK = "flink";
    static final String SQL = "sql";

    private Engines() {}

    static List<Engine> all() {
        return List.of(new LimitEngine(), new TidemarkEngine(), new FlinkEngine(), new SqlEngine());
    }
}
