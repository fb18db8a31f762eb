package io.tidemark.bench.windows;

import io.tidemark.operators.aggregate.InvertibleAggregate;
import org.apache.flink.api.java.tuple.Tuple2;

/** The same aggregate as the other engines', with the one method more that makes it invertible. */
final class InvertibleCountAndSum extends CountAndSumInTuple
        implements InvertibleAggregate<Event, Tuple2<Long, Long>, Tuple2<Long, Long>> {

    private static final long serialVersionUID = 1L;

    @Override
    public Tuple2<Long, Long> retract(Tuple2<Long, Long> total, Tuple2<Long, Long> part) {
        total.f0 -= part.f0;
        total.f1 -= part.f1;
        return total;
    }
}
