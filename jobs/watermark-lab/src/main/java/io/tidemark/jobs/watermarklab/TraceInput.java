package io.tidemark.jobs.watermarklab;

import java.io.Serializable;

/**
 * A file that is read.
 *
 * @param path where it lies, as Flink writes paths
 * @param bytes its size on the disk; 0 if that is not known
 * @param columns where the values stand in its rows
 * @param fields the names of its columns
 */
record TraceInput(String path, long bytes, CsvColumns columns, TraceFields fields)
        implements Serializable {

    /** The last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether rows tell when they arrived; else their order is the arrival. */
    boolean hasArrivalClock() {
        return !fields.arrival().isEmpty();
    }
}
