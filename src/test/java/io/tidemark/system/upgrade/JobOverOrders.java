package io.tidemark.system.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteJob;
import io.tidemark.jobs.rollingspend.RollingSpendJob;
import io.tidemark.jobs.trendingproducts.TrendingProductsJob;
import io.tidemark.jobs.usersessions.UserSessionsJob;
import io.tidemark.system.Fed;
import io.tidemark.system.JobStart;
import io.tidemark.system.Json;
import io.tidemark.system.JudgedOrders;
import io.tidemark.system.JudgedOrders.Admitted;
import io.tidemark.system.Rules;
import io.tidemark.system.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * A job that runs on and on, under the settings that its kept savepoints were made with, and what
 * it has to answer. Once a savepoint was kept, its job must stay as it is here.
 *
 * @param name as {@code jobs/run} knows it
 * @param job the job
 * @param windowEnd the end of the window that an order must not miss, by its time
 * @param rows what has to stand in the results
 * @param events where in a row stands how many orders it accounts for; empty for one a row
 * @param summary whether it writes summaries
 * @param own the arguments that only this job takes
 */
record JobOverOrders(
        String name,
        OrderJob<?, ?> job,
        LongUnaryOperator windowEnd,
        Function<List<Admitted>, List<Row>> rows,
        String events,
        boolean summary,
        List<String> own) {

    /** Narrow, so that a history of half a minute has windows of every kind in its middle. */
    private static final Rules RULES =
            new Rules(
                    NaiveRows.SIZE,
                    Rules.NARROW.delay().dividedBy(2),
                    Rules.NARROW.step(),
                    Rules.NARROW.maxAhead(),
                    Rules.NARROW.allowedLateness(),
                    Rules.NARROW.dedupFor());

    static final List<JobOverOrders> ALL =
            List.of(
                    // With a summary, so that its state is kept too.
                    new JobOverOrders(
                            "orders-per-minute",
                            OrdersPerMinuteJob.JOB,
                            NaiveRows::tumblingEnd,
                            NaiveRows::perMinute,
                            "/count",
                            true,
                            List.of("--window=3s", "--summary-every=1h")),
                    new JobOverOrders(
                            "rolling-spend",
                            RollingSpendJob.JOB,
                            time -> time + 1,
                            NaiveRows::rollingSpend,
                            "",
                            false,
                            List.of("--range=3s")),
                    new JobOverOrders(
                            "trending-products",
                            TrendingProductsJob.JOB,
                            NaiveRows::firstHoppingEnd,
                            NaiveRows::trending,
                            "/settled",
                            false,
                            List.of("--window=3s", "--hop=1s", "--top=3")),
                    new JobOverOrders(
                            "user-sessions",
                            UserSessionsJob.JOB,
                            time -> time + 1,
                            NaiveRows::sessions,
                            "/count",
                            false,
                            List.of("--gap=400ms")));

    /** How the job is to be started in a scene. */
    JobStart start(Scene scene) {
        List<String> arguments = new ArrayList<>(RULES.arguments());
        arguments.removeIf(argument -> argument.startsWith("--window="));
        arguments.add("--key-field=country");
        arguments.addAll(own);
        if (summary) {
            arguments.add("--summary-topic=" + scene.summaryTopic());
        }
        return scene.job().of(job).with(arguments.toArray(String[]::new));
    }

    /** What the job has to put out for these records and nothing else, at the end of them. */
    PutOut answer(String topic, List<Fed> log) {
        JudgedOrders judged = JudgedOrders.of(topic, log, RULES, windowEnd);
        return new PutOut(
                rows.apply(judged.admitted()),
                judged.late(),
                judged.deadLetters(),
                judged.ledger());
    }

    /** How many orders the rows account for. */
    long onTime(PutOut putOut) {
        return putOut.standing().stream().mapToLong(this::eventsIn).sum();
    }

    private long eventsIn(Row row) {
        return events.isEmpty()
                ? 1
                : Json.read(requireNonNull(row.value()).getBytes(UTF_8)).at(events).asLong();
    }

    @Override
    public String toString() {
        return name;
    }
}
