package io.tidemark.operators.dedup;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An event with an identifier; the sequence number tells copies apart. Public, or it would fall to
 * Kryo.
 */
public record Purchase(String id, long time, int sequence) {

    static final TypeInformation<Purchase> TYPE = TypeInformation.of(Purchase.class);
}
