package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subtask's connection to the database: opened when it is needed, opened anew when it broke.
 *
 * <p>What fails for a reason that passes is done again from its beginning, so work must be
 * something that may happen twice: the answer to a commit can get lost although the database has
 * committed.
 */
final class Database implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Database.class);

    private final JdbcConnection address;
    private final Backoff backoff;
    private final Pause pause;

    private @Nullable Connection connection;

    private Database(JdbcConnection address, Backoff backoff, Pause pause) {
        this.address = address;
        this.backoff = backoff;
        this.pause = pause;
    }

    static Database at(JdbcConnection address, Backoff backoff) {
        return new Database(address, backoff, wait -> Thread.sleep(wait.toMillis()));
    }

    static Database at(JdbcConnection address, Backoff backoff, Pause pause) {
        return new Database(address, backoff, pause);
    }

    /**
     * Does the work, in statements that each commit by themselves.
     *
     * @param what what is being done, in the words of the error
     * @throws IOException with the database's own complaint as its cause, when the work failed for
     *     a reason that does not pass, or as often as the backoff allows
     */
    <R> R directly(String what, Work<R> work) throws IOException, InterruptedException {
        return attempting(
                what,
                open -> {
                    try {
                        return work.on(open);
                    } catch (SQLException failed) {
                        throw told(open, failed, "If it should not, end it");
                    }
                });
    }

    /**
     * Does the work in one transaction, within the {@link TransactionBounds}; otherwise as {@link
     * #directly}.
     */
    <R> R inTransaction(String what, Work<R> work) throws IOException, InterruptedException {
        return attempting(
                what,
                open -> {
                    open.setAutoCommit(false);
                    try {
                        TransactionBounds.set(open);
                        R result = work.on(open);
                        open.commit();
                        open.setAutoCommit(true);
                        return result;
                    } catch (SQLException failed) {
                        abandon(open, failed);
                        throw told(
                                open,
                                failed,
                                "If that is an attempt of this job that hangs, the server ends it"
                                        + " within a minute; if not, end it");
                    } catch (RuntimeException failed) {
                        abandon(open, failed);
                        throw failed;
                    }
                });
    }

    private static SQLException told(Connection open, SQLException failed, String advice) {
        return SqlStates.isLockTimeout(failed)
                ? TransactionBounds.withHolders(open, failed, advice)
                : failed;
    }

    private <R> R attempting(String what, Work<R> work) throws IOException, InterruptedException {
        for (int failed = 1; ; failed++) {
            // The driver does not look at an interrupt: a cancelled task would go on waiting.
            if (Thread.interrupted()) {
                throw new InterruptedException(what + " is given up: the task was interrupted");
            }
            try {
                return work.on(open());
            } catch (SQLException failure) {
                if (!SqlStates.isTransient(failure)) {
                    throw new IOException(
                            what + " failed at " + address + ": " + failure.getMessage(), failure);
                }
                // Whatever state the connection is in, a new one is in none.
                close();
                if (failed == backoff.attempts()) {
                    throw new IOException(
                            what
                                    + " failed "
                                    + failed
                                    + " times at "
                                    + address
                                    + ", the last time with: "
                                    + failure.getMessage(),
                            failure);
                }
                Duration wait =
                        backoff.afterFailed(failed, ThreadLocalRandom.current().nextDouble());
                LOG.warn(
                        "{} failed at {} (attempt {} of {}), tried again in {} ms: {}",
                        what,
                        address,
                        failed,
                        backoff.attempts(),
                        wait.toMillis(),
                        failure.getMessage());
                pause.of(wait);
            }
        }
    }

    private Connection open() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = address.open();
            connection = open;
        }
        return open;
    }

    private void abandon(Connection open, Exception failed) {
        try {
            open.rollback();
            open.setAutoCommit(true);
        } catch (SQLException broken) {
            failed.addSuppressed(broken);
            close();
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException broken) {
                LOG.debug("A broken connection could not be closed", broken);
            }
        }
    }

    /** What is done on a connection. */
    @FunctionalInterface
    interface Work<R> {

        /** Does it, perhaps not for the first time. */
        R on(Connection connection) throws SQLException;
    }

    /** How time passes between two attempts. */
    @FunctionalInterface
    interface Pause {

        /** Returns when it is over. */
        void of(Duration wait) throws InterruptedException;
    }
}
