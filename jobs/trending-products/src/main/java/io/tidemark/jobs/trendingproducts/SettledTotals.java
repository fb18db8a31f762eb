package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderTotals;
import io.tidemark.operators.aggregate.DecimalTotal;
import io.tidemark.operators.aggregate.TypedAggregate;
import io.tidemark.operators.late.WindowEnds;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;

/**
 * Totals of orders, and how many of them have the current window for their last.
 *
 * <p>An aggregate does not know its window, so it counts the orders whose last window ends first:
 * if that is the current one, they are those.
 */
final class SettledTotals
        implements TypedAggregate<
                Order, Tuple3<Tuple2<DecimalTotal, Long>, Long, Long>, ProductTotals> {

    private static final long serialVersionUID = 1L;

    private final OrderTotals totals = new OrderTotals();
    private final WindowEnds windows;

    SettledTotals(WindowEnds windows) {
        this.windows = windows;
    }

    @Override
    public Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> createAccumulator() {
        return Tuple3.of(totals.createAccumulator(), Long.MAX_VALUE, 0L);
    }

    @Override
    public Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> add(
            Order order, Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> total) {
        total.f0 = totals.add(order, total.f0);
        count(windows.lastEnd(order.time()), 1, total);
        return total;
    }

    @Override
    public Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> merge(
            Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> a,
            Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> b) {
        a.f0 = totals.merge(a.f0, b.f0);
        count(b.f1, b.f2, a);
        return a;
    }

    private static void count(
            long lastEnd, long orders, Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> total) {
        if (lastEnd < total.f1) {
            total.f1 = lastEnd;
            total.f2 = orders;
        } else if (lastEnd == total.f1) {
            total.f2 += orders;
        }
    }

    @Override
    public ProductTotals getResult(Tuple3<Tuple2<DecimalTotal, Long>, Long, Long> total) {
        return new ProductTotals(totals.getResult(total.f0), total.f1, total.f2);
    }

    @Override
    public TypeInformation<Tuple3<Tuple2<DecimalTotal, Long>, Long, Long>> accumulatorType() {
        return Types.TUPLE(totals.accumulatorType(), Types.LONG, Types.LONG);
    }

    @Override
    public TypeInformation<ProductTotals> resultType() {
        return ProductTotals.TYPE;
    }
}
