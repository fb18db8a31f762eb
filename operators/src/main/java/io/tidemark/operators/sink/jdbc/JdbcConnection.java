package io.tidemark.operators.sink.jdbc;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.flink.util.function.SerializableSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is and who enters it: everything that a subtask needs to open a connection.
 *
 * <p>The password is asked for at each opening, on the machine that opens, so it need not travel
 * with the job and may change while the job runs. {@link #toString} shows neither it nor anything
 * behind the {@code ?} of the address.
 *
 * <p>The session's time zone is UTC, on whatever machine and whatever else is asked for: PostgreSQL
 * reads a time without a zone by it, and shortens one with a zone to a local time or a date.
 *
 * @param url a JDBC address such as {@code jdbc:postgresql://host:5432/shop}
 * @param user who enters, or null if the address or the properties say it
 * @param password asked at each opening, or null if the address or the properties say it
 * @param properties what else the driver is told
 */
public record JdbcConnection(
        String url,
        @Nullable String user,
        @Nullable SerializableSupplier<String> password,
        Map<String, String> properties)
        implements Serializable {

    /** Keeps a copy of the properties, one that can be written to a job's graph. */
    public JdbcConnection {
        properties = new TreeMap<>(properties);
    }

    /** A connection that needs nothing but an address. */
    public static JdbcConnection to(String url) {
        return new JdbcConnection(url, null, null, Map.of());
    }

    /** The same connection, entered by the given user. */
    public JdbcConnection as(String newUser, SerializableSupplier<String> itsPassword) {
        return new JdbcConnection(url, newUser, itsPassword, properties);
    }

    /** The same connection, the driver told one thing more. */
    public JdbcConnection with(String property, String value) {
        Map<String, String> more = new TreeMap<>(properties);
        more.put(property, value);
        return new JdbcConnection(url, user, password, more);
    }

    /**
     * Opens a connection whose session is in UTC.
     *
     * @throws SQLException if no driver knows the address, or the database refuses
     */
    Connection open() throws SQLException {
        Properties told = new Properties();
        properties.forEach(told::setProperty);
        if (user != null) {
            told.setProperty("user", user);
        }
        if (password != null) {
            told.setProperty("password", password.get());
        }
        // Not by DriverManager: it knows only the drivers of the first job that a process loads.
        for (Driver driver : ServiceLoader.load(Driver.class)) {
            if (driver.acceptsURL(url)) {
                Connection opened = driver.connect(url, told);
                if (opened != null) {
                    return inUtc(opened);
                }
            }
        }
        throw new SQLException(
                "no JDBC driver in the job's classpath accepts the address "
                        + shown()
                        + ": add the driver to the job's dependencies, or correct the address");
    }

    /**
     * The driver asks for the time zone of the process, ahead of what the role or the connection's
     * options have, so two processes would store one value as two.
     */
    private static Connection inUtc(Connection opened) throws SQLException {
        try (Statement statement = opened.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
            return opened;
        } catch (SQLException failed) {
            opened.close();
            throw failed;
        }
    }

    /** The address without what may be secret. */
    String shown() {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    @Override
    public String toString() {
        return user == null ? shown() : shown() + " as " + user;
    }
}
