package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.TypedAggregate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * Lists the amounts of all events, in order: an aggregate that cannot be inverted, that forgets
 * nothing, and that changes its accumulators, so that one with two owners shows.
 */
final class EventList implements TypedAggregate<Sale, List<Long>, List<Long>> {

    private static final long serialVersionUID = 1L;

    @Override
    public List<Long> createAccumulator() {
        return new ArrayList<>();
    }

    @Override
    public List<Long> add(Sale event, List<Long> total) {
        total.add(event.amount());
        return total;
    }

    @Override
    public List<Long> merge(List<Long> total, List<Long> part) {
        total.addAll(part);
        return total;
    }

    @Override
    public List<Long> getResult(List<Long> total) {
        List<Long> sorted = new ArrayList<>(total);
        Collections.sort(sorted);
        return sorted;
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
