package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;

/** Keeps the amounts of all sales. Its result tells everything and no order. */
final class Collecting implements AggregateFunction<Sale, List<Long>, List<Long>> {

    private static final long serialVersionUID = 1L;

    @Override
    public List<Long> createAccumulator() {
        return new ArrayList<>();
    }

    @Override
    public List<Long> add(Sale sale, List<Long> amounts) {
        amounts.add(sale.amount());
        return amounts;
    }

    @Override
    public List<Long> getResult(List<Long> amounts) {
        List<Long> sorted = new ArrayList<>(amounts);
        sorted.sort(Long::compare);
        return sorted;
    }

    @Override
    public List<Long> merge(List<Long> a, List<Long> b) {
        a.addAll(b);
        return a;
    }
}
