package io.tidemark.jobs.rollingspend;

import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.window.SlidingResult;

/** Starts {@code rolling-spend}. */
public final class RollingSpendJob {

    /** The job. */
    public static final OrderJob<RollingSpendOptions, SlidingResult<Order, Totals>> JOB =
            OrderJob.of(
                    RollingSpendCommand::new,
                    RollingSpendTopology::of,
                    SpendJson::key,
                    SpendJson::value);

    private RollingSpendJob() {}

    /** Submits the job, see {@link OrderJob#submit}. */
    public static void main(String[] args) throws Exception {
        JOB.submit(args, System.out);
    }
}
