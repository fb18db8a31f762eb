package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.time.Duration;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.metrics.Counter;

/**
 * Deletes tombstones that are past their horizon, now and then, a portion at a time: ten times a
 * horizon, but not more often than once a minute and not less than once an hour, and at once again
 * while there is more to do.
 */
final class TombstonePurge<T> implements ProcessingTimeService.ProcessingTimeCallback {

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final UpsertSettings<T> settings;
    private final Duration horizon;
    private final Database database;
    private final ProcessingTimeService clock;
    private final Counter purged;

    private TombstonePurge(
            UpsertSettings<T> settings,
            Duration horizon,
            Database database,
            ProcessingTimeService clock,
            Counter purged) {
        this.settings = settings;
        this.horizon = horizon;
        this.database = database;
        this.clock = clock;
        this.purged = purged;
    }

    /** Purges until the clock stops. */
    static <T> void every(
            UpsertSettings<T> settings,
            Duration horizon,
            Database database,
            ProcessingTimeService clock,
            Counter purged) {
        new TombstonePurge<>(settings, horizon, database, clock, purged).callIn(interval(horizon));
    }

    private static Duration interval(Duration horizon) {
        Duration tenth = horizon.dividedBy(10);
        if (tenth.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return tenth.compareTo(LONGEST) > 0 ? LONGEST : tenth;
    }

    private void callIn(Duration wait) {
        clock.registerTimer(clock.getCurrentProcessingTime() + wait.toMillis(), this);
    }

    @Override
    public void onProcessingTime(long time) throws IOException, InterruptedException {
        String sql = TransactionBounds.alone(settings.dialect().purge(settings.table()));
        int gone =
                database.directly(
                        "purge of tombstones in " + settings.table().table().name(),
                        connection -> {
                            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                                delete.setLong(1, horizon.toMillis());
                                return TransactionBounds.update(delete);
                            }
                        });
        purged.inc(gone);
        callIn(gone == 0 ? interval(horizon) : Duration.ofMillis(1));
    }
}
