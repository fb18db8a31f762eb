package io.tidemark.operators.sink.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.PGConnection;

/**
 * A PostgreSQL server, one for all tests of a JVM, and a JUnit extension that empties it after each
 * test.
 */
final class TestDatabase implements BeforeAllCallback, AfterEachCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        server(context);
    }

    @Override
    public void afterEach(ExtensionContext context) throws SQLException {
        execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
    }

    private static Server server(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(TestDatabase.class))
                .getOrComputeIfAbsent(Server.class, key -> Server.start(), Server.class);
    }

    private static int port;

    static JdbcConnection address() {
        return address("postgres");
    }

    static JdbcConnection address(String database) {
        return JdbcConnection.to("jdbc:postgresql://localhost:" + port + "/" + database)
                .as("postgres", () -> "postgres");
    }

    static void execute(String... statements) throws SQLException {
        try (Connection connection = address().open();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The number of the server's process behind a connection. */
    static int process(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    /** The rows of a query, each the texts of its columns with bars between them. */
    static List<String> rows(String query) throws SQLException {
        return rowsOf("postgres", query);
    }

    /** The rows of a query to one of the server's databases. */
    static List<String> rowsOf(String database, String query) throws SQLException {
        try (Connection connection = address(database).open();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            int columns = found.getMetaData().getColumnCount();
            List<String> rows = new ArrayList<>();
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(i == 1 ? "" : "|").append(found.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }

    /** Stops when JUnit closes its root. */
    private record Server(EmbeddedPostgres postgres)
            implements ExtensionContext.Store.CloseableResource, AutoCloseable {

        static Server start() {
            try {
                // It comes with off, which the sinks refuse.
                EmbeddedPostgres started =
                        EmbeddedPostgres.builder()
                                .setServerConfig("synchronous_commit", "on")
                                .start();
                port = started.getPort();
                return new Server(started);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() throws IOException {
            postgres.close();
        }
    }
}
