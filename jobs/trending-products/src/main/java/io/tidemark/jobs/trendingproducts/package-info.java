/**
 * The job {@code trending-products}: which products had the most orders, or the highest value, in
 * each of many overlapping windows of event time, effectively once.
 *
 * <p>{@link io.tidemark.jobs.trendingproducts.TrendingProductsJob} starts it, {@link
 * io.tidemark.jobs.trendingproducts.TrendingProductsTopology} is its data flow, {@link
 * io.tidemark.jobs.trendingproducts.TrendingProductsOptions} what can be set.
 *
 * <p><b>The ledger.</b> A row lists the best products only, and an order is in several windows. So
 * each row also tells how many orders it <em>settles</em>: those of all products that no later
 * window holds. An order that was admitted and not late is in its last window, by what late means,
 * and that window's row settles it, so the sum over all rows is the number of orders on time. It is
 * counted from what the windows hold, and goes the way of the products' totals.
 */
@NullMarked
package io.tidemark.jobs.trendingproducts;

import org.jspecify.annotations.NullMarked;
