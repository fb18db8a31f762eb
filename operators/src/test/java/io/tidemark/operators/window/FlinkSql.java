package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.CountAndSum;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/** Aggregates of sales as Flink SQL computes them, a line each. */
final class FlinkSql {

    private static final String AGGREGATES = "COUNT(*), SUM(amount), MAX(amount)";

    private FlinkSql() {}

    /** The windows of a table-valued function of {@code sales} by {@code happened}. */
    static DataStream<String> windows(DataStream<Sale> sales, String function) {
        return lines(
                sales,
                "SELECT shop, window_start, window_end, "
                        + AGGREGATES
                        + " FROM TABLE("
                        + function
                        + ") GROUP BY shop, window_start, window_end");
    }

    /** A row an event, over what the frame of {@code OVER} takes in. */
    static DataStream<String> over(DataStream<Sale> sales, String frame) {
        return lines(
                sales,
                "SELECT shop, happened_at, happened_at, "
                        + AGGREGATES.replace(")", ") OVER w")
                        + " FROM sales WINDOW w AS (PARTITION BY shop ORDER BY happened "
                        + frame
                        + ")");
    }

    static String interval(long millis) {
        Duration duration = Duration.ofMillis(millis);
        return String.format(
                Locale.ROOT,
                "INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND(3)",
                duration.toDays(),
                duration.toHoursPart(),
                duration.toMinutesPart(),
                duration.toSecondsPart(),
                duration.toMillisPart());
    }

    private static DataStream<String> lines(DataStream<Sale> sales, String query) {
        StreamTableEnvironment tables =
                StreamTableEnvironment.create(sales.getExecutionEnvironment());
        tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
        tables.createTemporaryView(
                "sales",
                sales.map(sale -> Tuple3.of(sale.shop(), sale.time(), sale.amount()))
                        .returns(Types.TUPLE(Types.STRING, Types.LONG, Types.LONG)),
                Schema.newBuilder()
                        .column("f0", DataTypes.STRING())
                        .column("f1", DataTypes.BIGINT())
                        .column("f2", DataTypes.BIGINT())
                        .columnByExpression("shop", "f0")
                        .columnByExpression("happened_at", "f1")
                        .columnByExpression("amount", "f2")
                        .columnByMetadata("happened", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
                        .watermark("happened", "SOURCE_WATERMARK()")
                        .build());
        return tables.toDataStream(tables.sqlQuery(query))
                .flatMap(new ToLines())
                .returns(Types.STRING);
    }

    /** The line of what an aggregate says of a window, or of an event and what it sees. */
    static String line(String key, long start, long end, Object value) {
        return key + " " + start + ".." + end + "=" + value;
    }

    /** One line for each of our aggregates. */
    private static final class ToLines implements FlatMapFunction<Row, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(Row row, Collector<String> lines) {
            String key = row.getFieldAs(0);
            long start = millis(row.getFieldAs(1));
            long end = millis(row.getFieldAs(2));
            long count = row.<Long>getFieldAs(3);
            long sum = row.<Long>getFieldAs(4);
            lines.collect(
                    line(key, start, end, new CountAndSum.Total(count, BigDecimal.valueOf(sum))));
            lines.collect(line(key, start, end, row.<Long>getFieldAs(5)));
        }

        private static long millis(Object time) {
            return time instanceof LocalDateTime wall
                    ? wall.toInstant(ZoneOffset.UTC).toEpochMilli()
                    : (Long) time;
        }
    }
}
