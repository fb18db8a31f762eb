package io.tidemark.jobs.watermarklab;

import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;

/**
 * Refuses files with more partitions than memory has room for: each is studied by itself and takes
 * megabytes, so that a column of user ids would take gigabytes before anybody saw why. To put the
 * rest into one partition would be no help, for what a watermark loses hangs on whose events it
 * sees.
 */
final class PartitionLimit implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * With keys and three windows one may take up to five megabytes: so many fit into two
     * gigabytes.
     */
    static final int MOST = 256;

    private final String column;
    private final Set<Integer> seen = new HashSet<>();

    PartitionLimit(String column) {
        this.column = column;
    }

    /**
     * Takes the partition of a row.
     *
     * @throws RefusedTraceException if it is one too many
     */
    void check(int partition, long row) throws RefusedTraceException {
        if (seen.add(partition) && seen.size() > MOST) {
            throw new RefusedTraceException(
                    "--partition-field=%s: row %,d holds %d, the %,dth different value; at most %,d partitions are studied, each by a watermark of its own. Name the column with the partition of the log, or leave the option out to judge all rows by one watermark."
                            .formatted(column, row, partition, seen.size(), MOST));
        }
    }
}
