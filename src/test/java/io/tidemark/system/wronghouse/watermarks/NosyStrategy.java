package io.tidemark.system.wronghouse.watermarks;

import io.tidemark.system.wronghouse.operators.ImpatientOperator;

/** A strategy that knows an operator. */
final class NosyStrategy {

    private NosyStrategy() {}

    static long delay(ImpatientOperator operator) {
        return operator.now();
    }
}
