package io.tidemark.system;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * A row of a partition's log, told from all others by partition and offset. Public, or it would
 * fall to Kryo.
 *
 * @param heartbeat a time before which everything has been sent, {@code Long.MIN_VALUE} for none
 */
public record Ping(int partition, long offset, long time, long logTime, long key, long heartbeat) {

    static final TypeInformation<Ping> TYPE = TypeInformation.of(Ping.class);
}
