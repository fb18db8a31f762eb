package io.tidemark.bench.windows;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;

/** Flink SQL: the window table-valued functions, and OVER for one result an event. */
final class SqlEngine implements Engine {

    @Override
    public String name() {
        return Engines.SQL;
    }

    @Override
    public boolean computes(WindowCase windowCase) {
        return !(windowCase.kind() instanceof WindowKind.Several);
    }

    @Override
    public DataStream<WindowRow> rows(DataStream<Event> events, WindowCase windowCase) {
        StreamTableEnvironment tables =
                StreamTableEnvironment.create(events.getExecutionEnvironment());
        tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
        tables.createTemporaryView(
                "events",
                events.map(event -> Tuple3.of(event.key(), event.time(), event.amount()))
                        .returns(Types.TUPLE(Types.LONG, Types.LONG, Types.LONG))
                        .name("to columns"),
                Schema.newBuilder()
                        .column("f0", DataTypes.BIGINT())
                        .column("f1", DataTypes.BIGINT())
                        .column("f2", DataTypes.BIGINT())
                        .columnByMetadata("happened", DataTypes.TIMESTAMP_LTZ(3), "rowtime")
                        .watermark("happened", "SOURCE_WATERMARK()")
                        .build());
        boolean perEvent = windowCase.kind() instanceof WindowKind.Sliding;
        return tables.toDataStream(tables.sqlQuery(query(windowCase.kind())))
                .map(perEvent ? new OverToRow() : new WindowToRow())
                .returns(TypeInformation.of(WindowRow.class))
                .name("to rows");
    }

    static String query(WindowKind kind) {
        if (kind instanceof WindowKind.Sliding sliding) {
            // RANGE takes in both ends.
            Duration before = sliding.range().minusMillis(1);
            return "SELECT f0, f1, COUNT(*) OVER w, SUM(f2) OVER w FROM events WINDOW w AS"
                    + " (PARTITION BY f0 ORDER BY happened RANGE BETWEEN "
                    + interval(before)
                    + " PRECEDING AND CURRENT ROW)";
        }
        return "SELECT f0, window_end, COUNT(*), SUM(f2) FROM TABLE("
                + function(kind)
                + ") GROUP BY f0, window_start, window_end";
    }

    private static String function(WindowKind kind) {
        if (kind instanceof WindowKind.Tumbling tumbling) {
            return "TUMBLE(TABLE events, DESCRIPTOR(happened), " + interval(tumbling.size()) + ")";
        }
        if (kind instanceof WindowKind.Hopping hopping) {
            return "HOP(TABLE events, DESCRIPTOR(happened), "
                    + interval(hopping.hop())
                    + ", "
                    + interval(hopping.size())
                    + ")";
        }
        if (kind instanceof WindowKind.Session session) {
            return "SESSION(TABLE events PARTITION BY f0, DESCRIPTOR(happened), "
                    + interval(session.gap())
                    + ")";
        }
        throw new IllegalArgumentException("SQL has no windows for " + kind);
    }

    private static String interval(Duration duration) {
        return String.format(
                Locale.ROOT,
                "INTERVAL '%d %02d:%02d:%02d.%03d' DAY TO SECOND(3)",
                duration.toDays(),
                duration.toHoursPart(),
                duration.toMinutesPart(),
                duration.toSecondsPart(),
                duration.toMillisPart());
    }

    private static final class WindowToRow implements MapFunction<Row, WindowRow> {

        private static final long serialVersionUID = 1L;

        @Override
        public WindowRow map(Row row) {
            LocalDateTime end = row.getFieldAs(1);
            return new WindowRow(
                    row.<Long>getFieldAs(0),
                    end.toInstant(ZoneOffset.UTC).toEpochMilli(),
                    row.<Long>getFieldAs(2),
                    row.<Long>getFieldAs(3));
        }
    }

    private static final class OverToRow implements MapFunction<Row, WindowRow> {

        private static final long serialVersionUID = 1L;

        @Override
        public WindowRow map(Row row) {
            return new WindowRow(
                    row.<Long>getFieldAs(0),
                    row.<Long>getFieldAs(1) + 1,
                    row.<Long>getFieldAs(2),
                    row.<Long>getFieldAs(3));
        }
    }
}
