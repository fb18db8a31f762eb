package io.tidemark.jobs.usersessions;

import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.orders.OrderTotals.Totals;
import io.tidemark.operators.window.WindowResult;

/** Starts {@code user-sessions}. */
public final class UserSessionsJob {

    /** The job. */
    public static final OrderJob<UserSessionsOptions, WindowResult<String, Totals>> JOB =
            OrderJob.of(
                    UserSessionsCommand::new,
                    UserSessionsTopology::of,
                    SessionJson::key,
                    SessionJson::value);

    private UserSessionsJob() {}

    /** Submits the job, see {@link OrderJob#submit}. */
    public static void main(String[] args) throws Exception {
        JOB.submit(args, System.out);
    }
}
