package io.tidemark.jobs.orders;

import io.tidemark.operators.aggregate.CountAndSum;
import io.tidemark.operators.aggregate.DecimalTotal;
import io.tidemark.operators.aggregate.TypedAggregate;
import java.math.BigDecimal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;

/**
 * Counts orders, sums their values exactly, and remembers the highest watermark that one of them
 * met at the gate, which tells a window whether it was complete before.
 */
public final class OrderTotals
        implements TypedAggregate<Order, Tuple2<DecimalTotal, Long>, OrderTotals.Totals> {

    private static final long serialVersionUID = 1L;

    private final CountAndSum<Order> countAndSum = CountAndSum.of(Order::value);

    @Override
    public Tuple2<DecimalTotal, Long> createAccumulator() {
        return Tuple2.of(countAndSum.createAccumulator(), Long.MIN_VALUE);
    }

    @Override
    public Tuple2<DecimalTotal, Long> add(Order order, Tuple2<DecimalTotal, Long> total) {
        total.f0 = countAndSum.add(order, total.f0);
        if (order.met() > total.f1) {
            total.f1 = order.met();
        }
        return total;
    }

    @Override
    public Tuple2<DecimalTotal, Long> merge(
            Tuple2<DecimalTotal, Long> a, Tuple2<DecimalTotal, Long> b) {
        a.f0 = countAndSum.merge(a.f0, b.f0);
        a.f1 = Math.max(a.f1, b.f1);
        return a;
    }

    @Override
    public Totals getResult(Tuple2<DecimalTotal, Long> total) {
        CountAndSum.Total result = countAndSum.getResult(total.f0);
        return new Totals(result.count(), result.sum(), total.f1);
    }

    @Override
    public TypeInformation<Tuple2<DecimalTotal, Long>> accumulatorType() {
        return Types.TUPLE(countAndSum.accumulatorType(), Types.LONG);
    }

    @Override
    public TypeInformation<Totals> resultType() {
        return Totals.TYPE;
    }

    /**
     * What orders come to.
     *
     * @param count how many
     * @param sum what they are worth together, exactly
     * @param met the highest watermark that one of them met at or after its time, epoch
     *     milliseconds; {@code Long.MIN_VALUE} if none did
     */
    public record Totals(long count, BigDecimal sum, long met) {

        /** The type without Kryo. */
        public static final TypeInformation<Totals> TYPE = TypeInformation.of(Totals.class);
    }
}
