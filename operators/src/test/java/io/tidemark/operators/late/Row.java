package io.tidemark.operators.late;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A row of a partition's log, told from all others by partition and offset. Public, or it would
 * fall to Kryo.
 */
public record Row(int partition, long offset, long time, long logTime, boolean update) {

    static final TypeInformation<Row> TYPE = TypeInformation.of(Row.class);

    Row asUpdate() {
        return new Row(partition, offset, time, logTime, true);
    }
}
