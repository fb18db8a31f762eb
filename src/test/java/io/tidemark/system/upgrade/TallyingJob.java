package io.tidemark.system.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.orders.AdmittedOrders;
import io.tidemark.jobs.orders.AdmittedOrders.Outputs;
import io.tidemark.jobs.orders.Order;
import io.tidemark.jobs.orders.OrderJob;
import io.tidemark.jobs.ordersperminute.OrdersPerMinuteOptions;
import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.window.AlignedWindows;
import io.tidemark.operators.window.EventTimeWindows;
import io.tidemark.operators.window.WindowAggregation;
import io.tidemark.operators.window.WindowResult;
import io.tidemark.operators.window.WindowedResults;
import io.tidemark.system.Json;
import java.time.Instant;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Either;

/**
 * {@code orders-per-minute} as a user may have built it, with an aggregate of her own, whose class
 * the job finds in a jar. The aggregate's result is the part of a row that tells of the orders, as
 * JSON.
 */
final class TallyingJob {

    private static final String AGGREGATE = "io.tidemark.system.upgrade.user.OrderTally";

    private TallyingJob() {}

    /** The job around the version of the aggregate that the class loader knows. */
    @SuppressWarnings("unchecked") // Both versions take orders and give JSON.
    static OrderJob<OrdersPerMinuteOptions, ?> of(ClassLoader loader)
            throws ReflectiveOperationException {
        AggregateFunction<Order, ?, String> aggregate =
                (AggregateFunction<Order, ?, String>)
                        loader.loadClass(AGGREGATE).getDeclaredConstructor().newInstance();
        return OrderJob.<OrdersPerMinuteOptions, WindowResult<String, String>>of(
                TallyingJob::noCommand,
                (records, options) -> topology(records, options, aggregate),
                TallyingJob::key,
                TallyingJob::value);
    }

    private static JobCommand<OrdersPerMinuteOptions> noCommand() {
        throw new UnsupportedOperationException("its options come from elsewhere");
    }

    private static <A> Outputs<WindowResult<String, String>> topology(
            DataStream<Either<DeadLetter, Order>> records,
            OrdersPerMinuteOptions options,
            AggregateFunction<Order, A, String> aggregate) {
        AlignedWindows windows = EventTimeWindows.tumbling(options.window());
        AdmittedOrders orders =
                AdmittedOrders.of(records, windows, options.window(), options.orders());
        WindowedResults<WindowResult<String, String>, Order> inWindow =
                WindowAggregation.of(windows, aggregate)
                        .uid("orders-in-window")
                        .applyTo(orders.admitted().keyBy(Order::key, Types.STRING));
        return orders.with(inWindow.results(), inWindow);
    }

    private static byte[] key(WindowResult<String, String> row) {
        return Json.object()
                .put("key", row.key())
                .put("window_start", Instant.ofEpochMilli(row.start()).toString())
                .toString()
                .getBytes(UTF_8);
    }

    private static byte[] value(WindowResult<String, String> row) {
        ObjectNode value =
                Json.object()
                        .put("window_start", Instant.ofEpochMilli(row.start()).toString())
                        .put("window_end", Instant.ofEpochMilli(row.end()).toString())
                        .put("key", row.key());
        value.setAll((ObjectNode) Json.read(row.value().getBytes(UTF_8)));
        return value.put("pane", "on_time").toString().getBytes(UTF_8);
    }

    /** What a row tells of its newest order, epoch milliseconds; 0 if it tells nothing. */
    static long newest(byte[] row) {
        JsonNode newest = Json.read(row).get("newest");
        return newest == null ? 0 : newest.asLong();
    }
}
