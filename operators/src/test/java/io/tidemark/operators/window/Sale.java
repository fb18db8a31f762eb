package io.tidemark.operators.window;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** An event of the tests. */
public record Sale(String shop, long time, long amount) {

    static final TypeInformation<Sale> TYPE = TypeInformation.of(Sale.class);
}
