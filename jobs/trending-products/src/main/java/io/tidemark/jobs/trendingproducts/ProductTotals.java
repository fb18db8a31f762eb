package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.OrderTotals.Totals;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The orders of one product in one window.
 *
 * @param totals what they come to
 * @param firstLastEnd each order has a last window that holds it; the end of the first of these
 *     windows to end, epoch milliseconds
 * @param firstLast how many of the orders have that one for their last
 */
public record ProductTotals(Totals totals, long firstLastEnd, long firstLast) {

    /** The type without Kryo. */
    static final TypeInformation<ProductTotals> TYPE = TypeInformation.of(ProductTotals.class);

    /** How many of the orders no window holds that ends after the given one, which holds them. */
    long settledBy(long windowEnd) {
        return firstLastEnd == windowEnd ? firstLast : 0;
    }
}
