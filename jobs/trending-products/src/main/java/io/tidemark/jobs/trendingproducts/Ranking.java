package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.OrderTotals.Totals;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The products of one window.
 *
 * @param windowStart the window's start, inclusive, epoch milliseconds
 * @param all what the orders of all products come to
 * @param settled how many of them no later window holds
 * @param top the best products, the best first
 */
public record Ranking(long windowStart, Totals all, long settled, List<Product> top) {

    /** The type without Kryo. */
    static final TypeInformation<Ranking> TYPE = TypeInformation.of(Ranking.class);

    /**
     * A product of a window.
     *
     * @param key the product
     * @param totals what its orders come to
     */
    public record Product(String key, Totals totals) {}
}
