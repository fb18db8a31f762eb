package io.tidemark.jobs.ordersperminute;

import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.window.WindowResult;

/** Starts {@code orders-per-minute}. */
public final class OrdersPerMinuteJob {

    /** The job. */
    public static final OrderJob<OrdersPerMinuteOptions, WindowResult<String, Totals>> JOB =
            OrderJob.of(
                    OrdersPerMinuteCommand::new,
                    OrdersPerMinuteTopology::of,
                    ResultJson::key,
                    ResultJson::value);

    private OrdersPerMinuteJob() {}

    /** Submits the job, see {@link OrderJob#submit}. */
    public static void main(String[] args) throws Exception {
        JOB.submit(args, System.out);
    }
}
