package io.tidemark.bench.windows;

/** Where keyed state lives. */
enum Backend {
    HEAP("heap", "hashmap"),
    ROCKSDB("rocksdb", "rocksdb");

    private final String label;
    private final String flinkName;

    Backend(String label, String flinkName) {
        this.label = label;
        this.flinkName = flinkName;
    }

    String label() {
        return label;
    }

    String flinkName() {
        return flinkName;
    }
}
