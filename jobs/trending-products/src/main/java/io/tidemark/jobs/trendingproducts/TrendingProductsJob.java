package io.tidemark.jobs.trendingproducts;

import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.operators.window.WindowResult;

/** Starts {@code trending-products}. */
public final class TrendingProductsJob {

    /** The job. */
    public static final OrderJob<TrendingProductsOptions, WindowResult<Long, Ranking>> JOB =
            OrderJob.of(
                    TrendingProductsCommand::new,
                    TrendingProductsTopology::of,
                    RankingJson::key,
                    RankingJson::value);

    private TrendingProductsJob() {}

    /** Submits the job, see {@link OrderJob#submit}. */
    public static void main(String[] args) throws Exception {
        JOB.submit(args, System.out);
    }
}
