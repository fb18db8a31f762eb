package io.tidemark.system.crash;

import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.Point;
import io.tidemark.system.process.Database;
import io.tidemark.system.process.Loss;
import io.tidemark.system.process.LossyProxy;
import io.tidemark.system.process.LostSql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;

/** The database goes. */
final class DatabaseStories {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private DatabaseStories() {}

    /** It goes when the sink is about to write, and comes back. */
    static Cell.Story killedBefore(Point point) {
        return stage -> {
            Stories.begin(stage);
            Database database = stage.installation().database();
            stage.arm(point, Act.HOLD);
            stage.job().triggerCheckpoint();
            stage.awaitFired(point);
            database.kill();
            stage.installation().faults().release(point);
            database.restart();
            return Ending.goesOn();
        };
    }

    /** It goes while the sink's transaction is open in it, which waits for a lock of ours. */
    static Cell.Story killedDuring(String locked) {
        return stage -> {
            Stories.begin(stage);
            Database database = stage.installation().database();
            String table = locked.formatted(stage.name());
            try (Connection connection = lock(database, table)) {
                // A sink that writes by the clock may have nothing left of what came before.
                stage.journal().write(50);
                stage.job().triggerCheckpoint();
                Awaitility.await("inconclusive: no transaction waits for " + table)
                        .atMost(PATIENCE)
                        .until(() -> isWaitedFor(database, table));
                stage.faultHappened("transaction of the sink waits for a lock");
                database.kill();
            } catch (SQLException gone) {
                // As it must be when the connection is closed.
            }
            database.restart();
            return Ending.goesOn();
        };
    }

    private static Connection lock(Database database, String table) throws SQLException {
        Connection connection =
                DriverManager.getConnection(database.url(), database.user(), database.user());
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN EXCLUSIVE MODE");
        }
        return connection;
    }

    private static boolean isWaitedFor(Database database, String table) {
        return isThere(
                database, "FROM pg_locks WHERE NOT granted AND relation = '%s'::regclass", table);
    }

    /**
     * It goes when a transaction of the sink is complete in it but for its end: the request to
     * commit is on its way.
     *
     * @param written the table with the rows, with %s for the scene
     */
    static Cell.Story killedBeforeTheEnd(DatabaseOutside outside, String written) {
        return stage -> {
            Database database = stage.installation().database();
            Loss commit = LostSql.request("COMMIT");
            try (LossyProxy proxy = WireStories.before(database, commit)) {
                WireStories.begin(stage, WireStories.through(proxy, stage, outside));
                stage.feedThrough(100);
                commit.armHolding();
                stage.job().triggerCheckpoint();
                Awaitility.await("inconclusive: nobody wants to commit")
                        .atMost(PATIENCE)
                        .until(commit::hasHappened);
                if (!isWritten(database, written.formatted(stage.name()))) {
                    throw new AssertionError("inconclusive: no transaction has written rows");
                }
                stage.faultHappened("rows written, COMMIT on its way");
                database.kill();
                commit.lose();
                database.restart();
                stage.finish();
            } finally {
                commit.lose();
            }
            return Ending.ended();
        };
    }

    /** Whether a transaction that awaits its next command has written to the table. */
    private static boolean isWritten(Database database, String table) {
        return isThere(
                database,
                "FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE granted"
                        + " AND mode = 'RowExclusiveLock' AND relation = '%s'::regclass"
                        + " AND state = 'idle in transaction'",
                table);
    }

    private static boolean isThere(Database database, String from, String table) {
        return !database.rows("SELECT 1 " + from.formatted(table)).isEmpty();
    }
}
