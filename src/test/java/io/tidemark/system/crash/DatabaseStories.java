package io.tidemark.system.crash;

import io.tidemark.system.fault.Act;
import io.tidemark.system.fault.Point;
import io.tidemark.system.process.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import org.awaitility.Awaitility;

/** The database goes. */
final class DatabaseStories {

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
                stage.job().triggerCheckpoint();
                Awaitility.await("inconclusive: no transaction waits for " + table)
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> isWaitedFor(database));
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
            statement.execute(
                    "LOCK TABLE " + table.toLowerCase(Locale.ROOT) + " IN EXCLUSIVE MODE");
        }
        return connection;
    }

    private static boolean isWaitedFor(Database database) {
        return !database.rows("SELECT 1 FROM pg_locks WHERE NOT granted").isEmpty();
    }
}
