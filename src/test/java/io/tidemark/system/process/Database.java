package io.tidemark.system.process;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A PostgreSQL server, which consists of processes, always on the same port. */
public final class Database implements AutoCloseable {

    private final Path directory;
    private final int port;
    private EmbeddedPostgres server;
    private LastWill will;

    private Database(Path directory, int port) {
        this.directory = directory;
        this.port = port;
        this.server = run();
        this.will = LastWill.signal("QUIT", pid());
    }

    /** Starts a server over the directory, and returns when it takes connections. */
    public static Database startIn(Path directory) {
        return new Database(directory, Ports.free(1)[0]);
    }

    private EmbeddedPostgres run() {
        try {
            return EmbeddedPostgres.builder()
                    .setPort(port)
                    .setDataDirectory(directory)
                    .setCleanDataDirectory(false)
                    // The library trades durability for speed, and then a kill loses commits.
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where clients find it. */
    public String url() {
        return url(port);
    }

    /** Where clients find it through what listens on another port. */
    public String url(int through) {
        return "jdbc:postgresql://127.0.0.1:" + through + "/postgres";
    }

    /** The port that it listens on. */
    public int port() {
        return port;
    }

    /** Who may enter. */
    public String user() {
        return "postgres";
    }

    /** The id of the process that leads the others. */
    long pid() {
        try {
            return Long.parseLong(Files.readAllLines(directory.resolve("postmaster.pid")).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it without a word to anybody. */
    public void kill() {
        try {
            ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
            postmaster.destroyForcibly();
            postmaster.onExit().get(20, TimeUnit.SECONDS);
            will.revoke(); // From now on its process id may be another's.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } catch (ExecutionException | TimeoutException failed) {
            throw new AssertionError("the database has not gone", failed);
        }
    }

    /** Starts it again over the same data. */
    public void restart() {
        close(); // It is gone, but its lock on the directory is not.
        server = run();
        will = LastWill.signal("QUIT", pid());
    }

    /** Runs statements that give nothing back. */
    public void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(url(), user(), user());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows of a query, each the texts of its columns. */
    public List<List<String>> rows(String query) {
        try (Connection connection = DriverManager.getConnection(url(), user(), user());
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            List<List<String>> rows = new ArrayList<>();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.add(found.getString(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        will.revoke();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
