package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.util.function.SerializableFunction;

/**
 * A sink into a table that keeps the newest version of each row, whatever order the versions come
 * in and however often.
 *
 * <pre>{@code
 * VersionedUpsert<Order> sink = VersionedUpsert.into(
 *                 orders, order -> new Version(order.time(), order.offset()), connection)
 *         .deleting(Order::cancelled)
 *         .purgingAfter(Duration.ofDays(7));
 * sink.createIfAbsent();
 * sink.preflight(env.getConfiguration());
 * stream.sinkTo(sink).name("orders").uid("orders");
 * }</pre>
 *
 * <p>A version that is older than the table's, or equal, changes nothing. A deletion leaves a
 * tombstone with its version, so that an older version cannot come back; readers take the view
 * {@code <table>_living}, which shows the rows that are not deleted. See the package for the
 * guarantee and its limits.
 *
 * <p><b>Refused rows.</b> A row that the table refuses (a value that its column can't hold, a
 * broken constraint) goes to a table of dead rows, once however often it is replayed, and counts in
 * {@code deadRows}; the job goes on, however many they are unless {@link #failingBeyond} says
 * otherwise. For each key the table then holds the highest version that it took, and each refused
 * version above that one stands among the dead rows: a key of which that is so shows an outdated
 * row. The table never depends on the order or the batches in which the versions came, so a refused
 * version hides no other one; whether a refused version that was overtaken is among the dead rows
 * does depend on them.
 *
 * <p><b>Cost.</b> One statement a batch, with keys in order, so that writers do not deadlock. The
 * batch leaves when it has its rows or 16 Mi characters, when its first row has waited long enough,
 * and at each checkpoint; while the database answers, the subtask waits. Failures that pass (a lost
 * connection, a deadlock, a restart of the database) are retried with a new connection and a
 * growing wait; what does not pass in time fails the job.
 *
 * @param <T> the type of the elements
 */
public final class VersionedUpsert<T> implements Sink<T> {

    private static final long serialVersionUID = 1L;

    private final UpsertSettings<T> settings;

    private VersionedUpsert(UpsertSettings<T> settings) {
        this.settings = settings;
    }

    /**
     * A sink that never deletes, in batches of 5,000 rows or 1 s.
     *
     * @param table where the rows go; it needs a key
     * @param version of an element; see {@link Version} for what is a good one
     * @throws IllegalArgumentException if the table has no key column
     */
    public static <T> VersionedUpsert<T> into(
            Table<T> table, SerializableFunction<T, Version> version, JdbcConnection connection) {
        if (table.keys().isEmpty()) {
            throw new IllegalArgumentException(
                    table + " has no key column: name at least one with key(…)");
        }
        return new VersionedUpsert<>(UpsertSettings.of(table, version, connection));
    }

    /**
     * The same sink, taking elements for deletions that the test says are: of them the key and the
     * version are read, nothing else.
     */
    public VersionedUpsert<T> deleting(SerializableFunction<T, Boolean> test) {
        return new VersionedUpsert<>(settings.with(draft -> draft.deleted = test));
    }

    /**
     * The same sink under another name in the dead rows than its table's.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public VersionedUpsert<T> named(String sink) {
        if (sink.isEmpty()) {
            throw new IllegalArgumentException("sink=\"\" is not a name: give the sink's uid");
        }
        return new VersionedUpsert<>(settings.with(draft -> draft.sink = sink));
    }

    /**
     * The same sink with other batches.
     *
     * @param rows how many at most, 1 or more
     * @param wait how long the first row of a batch waits for others at most, by the clock
     * @throws IllegalArgumentException if there is no row or no time
     */
    public VersionedUpsert<T> inBatchesOf(int rows, Duration wait) {
        if (rows < 1 || wait.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "rows=" + rows + ", wait=" + wait + ": give 1 row and 1 ms, or more");
        }
        return new VersionedUpsert<>(
                settings.with(
                        draft -> {
                            draft.batchRows = rows;
                            draft.batchWait = wait;
                        }));
    }

    /** The same sink with another backoff for transient failures. */
    public VersionedUpsert<T> retrying(Backoff backoff) {
        return new VersionedUpsert<>(settings.with(draft -> draft.backoff = backoff));
    }

    /**
     * The same sink, purging tombstones; without this they stay for ever.
     *
     * @param horizon how old a tombstone gets, by the database's clock, before it may go, 1 minute
     *     or more. When it is gone, an older version of its row is taken for new: it must be longer
     *     than any replay, duplicate or restore can reach back, counted from when the deletion was
     *     written
     * @throws IllegalArgumentException if the horizon is below 1 minute
     */
    public VersionedUpsert<T> purgingAfter(Duration horizon) {
        if (horizon.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException(
                    "horizon="
                            + horizon
                            + " is below 1 min: give more than a replay can reach back, such as 7"
                            + " days");
        }
        return new VersionedUpsert<>(settings.with(draft -> draft.purgeAfter = horizon));
    }

    /**
     * The same sink, failing the job as soon as the table refuses more than this many rows of one
     * subtask between two checkpoints: a table that was altered while the job runs may refuse all
     * of them. Nothing of the batch in which that happens is written, and after a restart its rows
     * come again. Without this any number goes to the dead rows, and only {@code deadRows} tells of
     * it. In runtime mode {@code BATCH}, which has no checkpoints, the bound is for all that a
     * subtask writes.
     *
     * @param refusedRows how many are tolerated, 0 or more; 0 tolerates none
     * @throws IllegalArgumentException if the bound is negative
     */
    public VersionedUpsert<T> failingBeyond(int refusedRows) {
        long most = RefusedRows.most(refusedRows);
        return new VersionedUpsert<>(settings.with(draft -> draft.mostRefused = most));
    }

    /** The same sink with another table for dead rows than {@code tidemark_dead_rows}. */
    public VersionedUpsert<T> deadRowsIn(String table) {
        return new VersionedUpsert<>(settings.with(draft -> draft.deadRows = table));
    }

    /**
     * The same sink, keeping the version in other columns than {@code version_major} and {@code
     * version_minor}.
     */
    public VersionedUpsert<T> versionColumns(String major, String minor) {
        return new VersionedUpsert<>(
                settings.with(draft -> draft.table = draft.table.withVersion(major, minor)));
    }

    /**
     * The same sink, keeping in other columns than {@code deleted} and {@code deleted_at} whether
     * and when a row was deleted.
     */
    public VersionedUpsert<T> deletionColumns(String deleted, String deletedAt) {
        return new VersionedUpsert<>(
                settings.with(draft -> draft.table = draft.table.withDeletion(deleted, deletedAt)));
    }

    /** The same sink with another name for the view of the living rows than {@code …_living}. */
    public VersionedUpsert<T> livingRowsIn(String view) {
        return new VersionedUpsert<>(
                settings.with(draft -> draft.table = draft.table.withView(view)));
    }

    /** The same sink, saying things another way. */
    VersionedUpsert<T> speaking(Dialect dialect) {
        return new VersionedUpsert<>(settings.with(draft -> draft.dialect = dialect));
    }

    /**
     * The statements that declare what this sink writes to, each harmless where it is there: the
     * table with its index, the view of the living rows, the table of dead rows. Whatever bears one
     * of these names stays as it is, a view with other columns, too.
     *
     * @throws PreflightException if a name is longer than the database keeps it
     */
    public List<String> declarations() {
        List<String> all = new ArrayList<>(settings.dialect().declare(settings.table()));
        all.addAll(settings.dialect().declareDead(settings.deadRows()));
        return all;
    }

    /**
     * Makes what is absent of what this sink writes to. A table that is there stays as it is: to
     * one of your own, add the columns for version and deletion first, as {@link #declarations} has
     * them.
     *
     * @throws PreflightException if the database can't be reached or refuses, a name is longer than
     *     it keeps, or such a table has no columns for deletions
     */
    public void createIfAbsent() {
        Declarations.execute(settings.connection(), declarations());
    }

    /**
     * Asks the database and Flink's settings whether this sink can do its work: whether its tables
     * are there with columns of fitting types and need no value in others, the key is a primary
     * key, or unique and never null, tombstones are admitted where it deletes, the connection may
     * write, the user has the rights, and a commit that is answered lasts ({@code
     * synchronous_commit} is not {@code off}). Without checkpoints it warns, except in runtime mode
     * {@code BATCH}: rows that are under way when the job fails are lost where the source does not
     * start again from its beginning.
     *
     * @param flink the settings that the job runs with
     * @return the warnings, which are logged too
     * @throws PreflightException if not, with what to change
     */
    public List<String> preflight(ReadableConfig flink) {
        return Preflight.of(settings, flink);
    }

    UpsertSettings<T> settings() {
        return settings;
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return UpsertWriter.open(
                settings, context, Database.at(settings.connection(), settings.backoff()));
    }
}
