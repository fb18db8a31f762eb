package io.tidemark.bench.windows;

import io.tidemark.operators.aggregate.InvertibleAggregate;
import io.tidemark.operators.aggregate.TypedAggregate;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The aggregate of every engine but SQL; what Flink's windows do not ask for, they do not call. */
final class SumOfAmounts
        implements InvertibleAggregate<Event, Sums, Sums>, TypedAggregate<Event, Sums, Sums> {

    private static final long serialVersionUID = 1L;

    @Override
    public Sums createAccumulator() {
        return new Sums();
    }

    @Override
    public Sums add(Event event, Sums sums) {
        sums.count++;
        sums.sum += event.amount();
        return sums;
    }

    @Override
    public Sums getResult(Sums sums) {
        return sums;
    }

    @Override
    public Sums merge(Sums total, Sums part) {
        total.count += part.count;
        total.sum += part.sum;
        return total;
    }

    @Override
    public Sums retract(Sums total, Sums part) {
        total.count -= part.count;
        total.sum -= part.sum;
        return total;
    }

    @Override
    public TypeInformation<Sums> accumulatorType() {
        return Sums.TYPE;
    }

    @Override
    public TypeInformation<Sums> resultType() {
        return Sums.TYPE;
    }
}
