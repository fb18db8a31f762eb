package io.tidemark.system.upgrade.user;

import io.tidemark.jobs.orders.Order;
import java.math.BigDecimal;
import org.apache.flink.api.common.functions.AggregateFunction;

/** The same aggregate after the upgrade: a window also tells how recent its newest order is. */
public final class OrderTally implements AggregateFunction<Order, OrderTally.Tally, String> {

    /** What is kept of an open window; the newest is 0 until an order comes after the upgrade. */
    public record Tally(long newest, long count, BigDecimal sum) {}

    @Override
    public Tally createAccumulator() {
        return new Tally(0, 0, BigDecimal.ZERO);
    }

    @Override
    public Tally add(Order order, Tally tally) {
        return new Tally(
                Math.max(tally.newest, order.time()),
                tally.count + 1,
                tally.sum.add(order.value()));
    }

    @Override
    public Tally merge(Tally one, Tally other) {
        return new Tally(
                Math.max(one.newest, other.newest),
                one.count + other.count,
                one.sum.add(other.sum));
    }

    @Override
    public String getResult(Tally tally) {
        return "{\"count\":"
                + tally.count
                + ",\"sum\":"
                + tally.sum.toPlainString()
                + ",\"newest\":"
                + tally.newest
                + "}";
    }
}
