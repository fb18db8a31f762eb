package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.OrderOptions;
import java.time.Duration;

/**
 * What can be set of {@code trending-products}, validated.
 *
 * @param orders what can be set of every job over orders
 * @param window size of the hopping windows
 * @param hop how far apart they start; one of them starts at 1970-01-01T00:00:00Z
 * @param top how many products a window lists
 * @param rankBy what they are ranked by
 */
public record TrendingProductsOptions(
        OrderOptions orders, Duration window, Duration hop, int top, RankBy rankBy)
        implements OrderOptions.Of {}
