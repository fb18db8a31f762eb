package io.tidemark.bench.sinks;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server, in processes of its own, that keeps what it has confirmed. */
final class PostgresServer implements AutoCloseable {

    static final String USER = "postgres";
    static final String PASSWORD = "postgres";

    private static final String TOLD =
            "SELECT name || '=' || current_setting(name) FROM pg_settings WHERE name IN"
                    + " ('server_version', 'synchronous_commit', 'fsync', 'full_page_writes',"
                    + " 'shared_buffers', 'max_wal_size', 'max_prepared_transactions') ORDER BY 1";

    private final EmbeddedPostgres server;

    private PostgresServer(EmbeddedPostgres server) {
        this.server = server;
    }

    static PostgresServer startIn(Path directory) throws IOException {
        return new PostgresServer(
                EmbeddedPostgres.builder()
                        .setDataDirectory(directory)
                        .setPGStartupWait(Duration.ofMinutes(1))
                        // The three come turned off, as a test likes it: a server in use has them.
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        // What the connector's exactly-once sink needs.
                        .setServerConfig("max_prepared_transactions", "64")
                        // So that none of the server's checkpoints falls into a run: each begins
                        // with one.
                        .setServerConfig("max_wal_size", "4GB")
                        .start());
    }

    /** The address with the driver's settings of a case. */
    String url(boolean rewrite) {
        return "jdbc:postgresql://localhost:"
                + server.getPort()
                + "/postgres?reWriteBatchedInserts="
                + rewrite;
    }

    JdbcConnection connection(boolean rewrite) {
        return JdbcConnection.to(url(rewrite)).as(USER, () -> PASSWORD);
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(false), USER, PASSWORD);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Reads the whole of the columns, one number for all rows in whatever order. */
    Content content(String table, String columns) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(false), USER, PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery(
                                "SELECT count(*), sum(hashtextextended(CAST(t AS text), 0))"
                                        + " FROM (SELECT "
                                        + columns
                                        + " FROM "
                                        + table
                                        + ") AS t")) {
            found.next();
            return new Content(found.getLong(1), String.valueOf(found.getString(2)));
        }
    }

    /** The settings that matter, as the server has them. */
    String told() throws SQLException {
        List<String> settings = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url(false), USER, PASSWORD);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(TOLD)) {
            while (found.next()) {
                settings.add(found.getString(1));
            }
        }
        return String.join(", ", settings);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
