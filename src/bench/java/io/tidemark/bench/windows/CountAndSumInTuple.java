package io.tidemark.bench.windows;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple2;

/** How many events and the sum of their amounts, as a user of Flink's windows would write it. */
class CountAndSumInTuple
        implements AggregateFunction<Event, Tuple2<Long, Long>, Tuple2<Long, Long>> {

    private static final long serialVersionUID = 1L;

    @Override
    public Tuple2<Long, Long> createAccumulator() {
        return Tuple2.of(0L, 0L);
    }

    @Override
    public Tuple2<Long, Long> add(Event event, Tuple2<Long, Long> sum) {
        sum.f0++;
        sum.f1 += event.amount();
        return sum;
    }

    @Override
    public Tuple2<Long, Long> getResult(Tuple2<Long, Long> sum) {
        return sum;
    }

    @Override
    public Tuple2<Long, Long> merge(Tuple2<Long, Long> one, Tuple2<Long, Long> other) {
        one.f0 += other.f0;
        one.f1 += other.f1;
        return one;
    }
}
