package io.tidemark.bench.sinks;

import io.tidemark.operators.sink.jdbc.LedgeredRows;
import io.tidemark.operators.sink.jdbc.Table;
import io.tidemark.operators.sink.jdbc.Version;
import io.tidemark.operators.sink.jdbc.VersionedUpsert;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import javax.sql.XADataSource;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.jdbc.JdbcConnectionOptions;
import org.apache.flink.connector.jdbc.JdbcExactlyOnceOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSinkBuilder;
import org.apache.flink.util.function.SerializableSupplier;
import org.postgresql.xa.PGXADataSource;

/** A sink into a table of PostgreSQL. */
abstract class TableContender implements Contender {

    /** How long a batch that is not full waits, in all sinks. */
    private static final Duration WAIT = Duration.ofSeconds(1);

    private static final String COLUMNS = "id, customer, country, amount, items, placed_at";

    private static final String INSERT =
            "INSERT INTO %s (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?)";

    /** As the connector's own SQL dialect writes it. */
    private static final String UPSERT =
            INSERT
                    + " ON CONFLICT (id) DO UPDATE SET customer=EXCLUDED.customer,"
                    + " country=EXCLUDED.country, amount=EXCLUDED.amount, items=EXCLUDED.items,"
                    + " placed_at=EXCLUDED.placed_at";

    final PostgresServer server;
    final boolean rewrite;
    final Load load;
    private final String name;

    private TableContender(String name, PostgresServer server, boolean rewrite, Load load) {
        this.name = name;
        this.server = server;
        this.rewrite = rewrite;
        this.load = load;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Content content(String run) throws SQLException {
        return server.content(run, COLUMNS);
    }

    @Override
    public final void forget(String run) throws SQLException {
        server.execute("DROP TABLE " + run + " CASCADE");
    }

    /** Begins each run alike: with what came before on the disk. */
    final void settle() throws SQLException {
        server.execute("CHECKPOINT");
    }

    static TableContender versionedUpsert(
            PostgresServer server, SinkCluster cluster, boolean rewrite, Load load) {
        return new TableContender("VersionedUpsert", server, rewrite, load) {
            @Override
            public Sink<SinkRow> sink(String run) throws SQLException {
                VersionedUpsert<SinkRow> sink =
                        VersionedUpsert.into(
                                        values(
                                                Table.<SinkRow>named(run)
                                                        .key("id", "bigint", SinkRow::id)),
                                        row ->
                                                new Version(
                                                        row.placedAt().toEpochMilli(),
                                                        row.number()),
                                        server.connection(rewrite))
                                .inBatchesOf(load.batch(), WAIT);
                sink.createIfAbsent();
                sink.preflight(cluster.settings());
                settle();
                return sink;
            }
        };
    }

    static TableContender upsert(PostgresServer server, boolean rewrite, Load load) {
        return new TableContender("JdbcSink at least once", server, rewrite, load) {
            @Override
            public Sink<SinkRow> sink(String run) throws SQLException {
                server.execute(declaration(run, "bigint PRIMARY KEY"));
                settle();
                return bare(load, UPSERT.formatted(run), 3)
                        .buildAtLeastOnce(
                                new JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
                                        .withUrl(server.url(rewrite))
                                        .withDriverName("org.postgresql.Driver")
                                        .withUsername(PostgresServer.USER)
                                        .withPassword(PostgresServer.PASSWORD)
                                        .build());
            }
        };
    }

    static TableContender ledgeredRows(
            PostgresServer server, SinkCluster cluster, boolean rewrite, Load load) {
        return new TableContender("LedgeredRows", server, rewrite, load) {
            @Override
            public Sink<SinkRow> sink(String run) throws SQLException {
                LedgeredRows<SinkRow> sink =
                        LedgeredRows.appendingTo(
                                        values(
                                                Table.<SinkRow>named(run)
                                                        .value("id", "bigint", SinkRow::id)),
                                        server.connection(rewrite))
                                .named(run);
                sink.createIfAbsent();
                sink.preflight(cluster.settings());
                settle();
                return sink;
            }
        };
    }

    static TableContender xa(PostgresServer server, boolean rewrite, Load load) {
        return new TableContender("JdbcSink exactly once", server, rewrite, load) {
            @Override
            public Sink<SinkRow> sink(String run) throws SQLException {
                server.execute(declaration(run, "bigint"));
                settle();
                return bare(load, INSERT.formatted(run), 0)
                        .buildExactlyOnce(
                                JdbcExactlyOnceOptions.builder()
                                        .withTransactionPerConnection(true)
                                        .build(),
                                dataSource(server.url(rewrite)));
            }
        };
    }

    private static SerializableSupplier<XADataSource> dataSource(String url) {
        return () -> {
            PGXADataSource source = new PGXADataSource();
            source.setUrl(url);
            source.setUser(PostgresServer.USER);
            source.setPassword(PostgresServer.PASSWORD);
            return source;
        };
    }

    private static Table<SinkRow> values(Table<SinkRow> table) {
        return table.value("customer", "text", SinkRow::customer)
                .value("country", "text", SinkRow::country)
                .value("amount", "numeric(12, 2)", SinkRow::amount)
                .value("items", "integer", SinkRow::items)
                .value("placed_at", "timestamptz", SinkRow::placedAt);
    }

    private static String declaration(String table, String id) {
        return "CREATE TABLE "
                + table
                + " (id "
                + id
                + ", customer text, country text, amount numeric(12, 2), items integer,"
                + " placed_at timestamptz)";
    }

    private static JdbcSinkBuilder<SinkRow> bare(Load load, String sql, int retries) {
        return JdbcSink.<SinkRow>builder()
                .withQueryStatement(sql, TableContender::bind)
                .withExecutionOptions(
                        JdbcExecutionOptions.builder()
                                .withBatchSize(load.batch())
                                .withBatchIntervalMs(WAIT.toMillis())
                                .withMaxRetries(retries)
                                .build());
    }

    private static void bind(PreparedStatement statement, SinkRow row) throws SQLException {
        statement.setLong(1, row.id());
        statement.setString(2, row.customer());
        statement.setString(3, row.country());
        statement.setBigDecimal(4, row.amount());
        statement.setInt(5, row.items());
        statement.setTimestamp(6, Timestamp.from(row.placedAt()));
    }
}
