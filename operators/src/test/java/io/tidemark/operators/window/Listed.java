package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.TypedAggregate;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * Lists the amounts of sales, in order: an aggregate from whose result one sees all that went into
 * it. It does all that Flink allows: it cannot be inverted, it changes both arguments of a merge
 * and its accumulator is its result.
 */
final class Listed implements TypedAggregate<Sale, List<Long>, List<Long>> {

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
    public List<Long> merge(List<Long> a, List<Long> b) {
        a.addAll(b);
        b.clear();
        return a;
    }

    @Override
    public List<Long> getResult(List<Long> amounts) {
        return amounts;
    }

    @Override
    public TypeInformation<List<Long>> accumulatorType() {
        return Types.LIST(Types.LONG);
    }

    @Override
    public TypeInformation<List<Long>> resultType() {
        return Types.LIST(Types.LONG);
    }
}
