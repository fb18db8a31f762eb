package io.tidemark.operators.late;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A row of a partition's log, told from all others by partition and offset. Public, or it would
 * fall to Kryo.
 */
public record Row(int partition, long offset, long time, long logTime, long met) {

    static final TypeInformation<Row> TYPE = TypeInformation.of(Row.class);

    /** A row that has met no watermark at or after its time. */
    Row(int partition, long offset, long time, long logTime) {
        this(partition, offset, time, logTime, Long.MIN_VALUE);
    }

    Row behind(long watermark) {
        return new Row(partition, offset, time, logTime, watermark);
    }
}
