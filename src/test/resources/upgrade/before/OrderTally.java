package io.tidemark.system.upgrade.user;

import io.tidemark.jobs.orders.Order;
import java.math.BigDecimal;
import org.apache.flink.api.common.functions.AggregateFunction;

/** A user's aggregate, before the upgrade. */
public final class OrderTally implements AggregateFunction<Order, OrderTally.Tally, String> {

    /** What is kept of an open window. */
    public record Tally(long count, BigDecimal sum) {}

    @Override
    public Tally createAccumulator() {
        return new Tally(0, BigDecimal.ZERO);
    }

    @Override
    public Tally add(Order order, Tally tally) {
        return new Tally(tally.count + 1, tally.sum.add(order.value()));
    }

    @Override
    public Tally merge(Tally one, Tally other) {
        return new Tally(one.count + other.count, one.sum.add(other.sum));
    }

    @Override
    public String getResult(Tally tally) {
        return "{\"count\":" + tally.count + ",\"sum\":" + tally.sum.toPlainString() + "}";
    }
}
