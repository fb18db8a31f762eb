package io.tidemark.system.wronghouse.operators;

/** An operator that looks at the clock of the system. */
public final class ImpatientOperator {

    private ImpatientOperator() {}

    /** Epoch milliseconds. */
    public long now() {
        return System.currentTimeMillis();
    }
}
