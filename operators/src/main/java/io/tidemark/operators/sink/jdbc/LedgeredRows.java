package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.sink.PreflightException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.function.SerializableFunction;

/**
 * A sink for rows that must not be written twice: appends to a table, or additions to counters,
 * each exactly once whatever crashed in between.
 *
 * <pre>{@code
 * LedgeredRows<Payment> sink = LedgeredRows.appendingTo(payments, connection).named("payments");
 * sink.createIfAbsent();
 * sink.preflight(env.getConfiguration());
 * stream.sinkTo(sink).name("payments").uid("payments");
 * }</pre>
 *
 * <p>The rows between two checkpoints are held until the second one is durable. Then one database
 * transaction a subtask writes them and enters the checkpoint in a ledger, a table beside them. A
 * commit that comes again finds its entry and does nothing. There is no prepared transaction, so
 * nothing that outlives its connection.
 *
 * <p><b>What is held is bounded</b>: 64 MiB a subtask between two barriers, as texts in UTF-8,
 * unless {@link #holdingAtMost} says otherwise; beyond it the job fails and says what to change.
 * Rows of a checkpoint that failed are held on, beside those of the next. What is held also goes
 * into the checkpoint.
 *
 * <p><b>A restore from an older checkpoint</b> than the ledger knows would double what was
 * committed since. It is refused; Flink does not restart such a job. With {@link #rollForwardBy} it
 * goes on instead, without the rows that are there, if it was told so when they were committed.
 *
 * <p><b>Refused rows.</b> A row that the table refuses goes to the table of dead rows in the
 * transaction of the others, so once, too, under the checkpoint as major and its place in the batch
 * as minor version; {@link #failingBeyond} bounds how many.
 *
 * <p>The sink needs a uid in the stream, checkpoints in mode {@code EXACTLY_ONCE}, and a name that
 * no other sink of the job has in the same ledger, and with {@link #rollForwardBy} no other sink of
 * the database. See the package for what it does not cover.
 *
 * @param <T> the type of the elements
 */
public final class LedgeredRows<T>
        implements Sink<T>,
                SupportsWriterState<T, String>,
                SupportsCommitter<LedgerBatch>,
                SupportsPreCommitTopology<LedgerBatch, LedgerBatch> {

    private static final long serialVersionUID = 1L;

    private static final int MOST_HELD = 1 << 30;

    private final LedgeredSettings<T> settings;

    private LedgeredRows(LedgeredSettings<T> settings) {
        this.settings = settings;
    }

    /**
     * A sink that inserts each element as a row of its own.
     *
     * @param table where the rows go; a key is not needed, and if there is one, a second row with
     *     it is refused
     * @throws IllegalArgumentException if the table has no column
     */
    public static <T> LedgeredRows<T> appendingTo(Table<T> table, JdbcConnection connection) {
        if (table.columns().isEmpty()) {
            throw new IllegalArgumentException(
                    table + " has no column: name at least one with value(…)");
        }
        return new LedgeredRows<>(LedgeredSettings.of(table, false, connection));
    }

    /**
     * A sink that adds each element's values to those of the row with its key, and inserts that row
     * if there is none.
     *
     * <p>Each value is rounded to the type that the sink is told and then added, so the sums are
     * the same wherever checkpoints cut. {@link #preflight} refuses types with which they would not
     * be: values of {@code real} and {@code double precision}, whose sums depend on their order,
     * and a column with fewer decimal places than the type that it is given. Whole numbers may go
     * into a column of {@code double precision}, where they are exact up to 2<sup>53</sup>. A value
     * of {@code NaN} or infinity is a dead row. Which additions are refused because a sum would
     * overflow its column does, however, depend on the order.
     *
     * @param table where the counters are: the key columns, and value columns of exact numeric
     *     types; null adds nothing
     * @throws IllegalArgumentException if the table has no key column, or no value column
     */
    public static <T> LedgeredRows<T> addingTo(Table<T> table, JdbcConnection connection) {
        if (table.keys().isEmpty() || table.values().isEmpty()) {
            throw new IllegalArgumentException(
                    table + " needs a key(…) to add to and a value(…) to add: name both");
        }
        return new LedgeredRows<>(LedgeredSettings.of(table, true, connection));
    }

    /**
     * The same sink under another name in the ledger than its table's. The name stays for ever: a
     * job that is restored with another one is a new sink to the ledger.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public LedgeredRows<T> named(String sink) {
        if (sink.isEmpty()) {
            throw new IllegalArgumentException("sink=\"\" is not a name: give the sink's uid");
        }
        return new LedgeredRows<>(settings.with(draft -> draft.sink = sink));
    }

    /**
     * The same sink with another bound for what a subtask holds between two checkpoints.
     *
     * @param bytes of the rows' texts in UTF-8, and 16 of each position, 1 to 2<sup>30</sup>; see
     *     the package for the memory that this means
     * @throws IllegalArgumentException if the bound is below 1, or above 2<sup>30</sup>: what is
     *     held becomes one array
     */
    public LedgeredRows<T> holdingAtMost(int bytes) {
        if (bytes < 1 || bytes > MOST_HELD) {
            throw new IllegalArgumentException(
                    "bytes="
                            + bytes
                            + " is not a bound: give 1 to "
                            + MOST_HELD
                            + ", such as "
                            + LedgeredSettings.MOST_BYTES);
        }
        return new LedgeredRows<>(settings.with(draft -> draft.mostBytes = bytes));
    }

    /** The same sink with another backoff for transient failures. */
    public LedgeredRows<T> retrying(Backoff backoff) {
        return new LedgeredRows<>(settings.with(draft -> draft.backoff = backoff));
    }

    /**
     * The same sink, going on from older checkpoints, and from none, without doubling a row: in the
     * transaction of the rows it stores the highest position that was written of each partition of
     * the input, and on a replay it drops the rows up to there; {@code rowsAlreadyThere} counts
     * them.
     *
     * <p>It helps from the next checkpoint on. Rows that were committed without positions are not
     * known, and a restore that would need to know them is refused. The positions are of one job at
     * a time: a job that was restored from this one's state goes on with them, any other one is
     * refused, unless it is told to by {@link #goingOnFrom}.
     *
     * @param of where an element came from, never null: a row that has no position fails the job.
     *     Each partition's elements must pass through one subtask in the order of their positions,
     *     as they do unshuffled or keyed by partition, and no two have the same: where several rows
     *     come of one offset, they have places. A sink that finds it otherwise fails the job. What
     *     is dropped is dropped by its position alone, so a replay must give a position what it
     *     gave it before
     */
    public LedgeredRows<T> rollForwardBy(SerializableFunction<T, Position> of) {
        return new LedgeredRows<>(settings.with(draft -> draft.position = of));
    }

    /**
     * The same sink, taking over the positions that another job has kept under its name: so a new
     * job, or one whose sink is new in its state, says on purpose that it is the same history that
     * goes on. From its first rows on, the other job is refused.
     *
     * <p>It means something only with {@link #rollForwardBy}, and nothing any more once they are
     * taken over, so it may stay.
     *
     * @param lineage who has the positions now, as the refusal names it
     * @throws IllegalArgumentException if the lineage is empty
     */
    public LedgeredRows<T> goingOnFrom(String lineage) {
        if (lineage.isEmpty()) {
            throw new IllegalArgumentException(
                    "lineage=\"\" is nobody: give the one that the refusal names, which is in "
                            + Positions.OWNERS);
        }
        return new LedgeredRows<>(settings.with(draft -> draft.predecessor = lineage));
    }

    /**
     * The same sink, failing the job as soon as the table refuses more than this many rows of one
     * checkpoint and subtask, of which nothing is written then: a table that was altered while the
     * job runs may refuse all of them. After a restart the same rows come again. Without this any
     * number goes to the dead rows, and only {@code deadRows} tells of it.
     *
     * @param refusedRows how many are tolerated, 0 or more; 0 tolerates none
     * @throws IllegalArgumentException if the bound is negative
     */
    public LedgeredRows<T> failingBeyond(int refusedRows) {
        long most = RefusedRows.most(refusedRows);
        return new LedgeredRows<>(settings.with(draft -> draft.mostRefused = most));
    }

    /** The same sink with another table for dead rows than {@code tidemark_dead_rows}. */
    public LedgeredRows<T> deadRowsIn(String table) {
        return new LedgeredRows<>(settings.with(draft -> draft.deadRows = table));
    }

    /** The same sink with another table for its ledger than {@code tidemark_ledger}. */
    public LedgeredRows<T> ledgerIn(String table) {
        return keeping(new LedgerTable(table, settings.dialect()));
    }

    LedgeredRows<T> keeping(Ledger ledger) {
        return new LedgeredRows<>(settings.with(draft -> draft.ledger = ledger));
    }

    /** The same sink, saying things another way. */
    LedgeredRows<T> speaking(Dialect dialect) {
        return new LedgeredRows<>(settings.with(draft -> draft.dialect = dialect));
    }

    /**
     * The statements that declare what this sink writes to, each harmless where it is there: the
     * table, the ledger, the positions and their owners if it keeps them, the table of dead rows.
     *
     * @throws PreflightException if a name is longer than the database keeps it
     */
    public List<String> declarations() {
        Dialect dialect = settings.dialect();
        List<String> all = new ArrayList<>();
        all.add(dialect.declare(settings.table()));
        all.addAll(settings.ledger().declarations());
        if (settings.position() != null) {
            all.addAll(Positions.declarations(dialect));
        }
        all.addAll(dialect.declareDead(settings.deadRows()));
        return all;
    }

    /**
     * Makes what is absent of what this sink writes to. A table that is there stays as it is.
     *
     * @throws PreflightException if the database can't be reached or refuses, or a name is longer
     *     than it keeps
     */
    public void createIfAbsent() {
        Declarations.execute(settings.connection(), declarations());
    }

    /**
     * Asks the database and Flink's settings whether this sink can do its work: whether the runtime
     * mode is {@code STREAMING}, checkpoints are made in mode {@code EXACTLY_ONCE}, also after the
     * last row, its tables are there with columns of fitting types and need no value in others, the
     * keys of a counter and of the sink's own tables are primary keys, or unique and never null,
     * the connection may write, the user has the rights, and a commit that is answered lasts
     * ({@code synchronous_commit} is not {@code off}). It warns where {@code
     * execution.checkpointing.interval-during-backlog} is 0, for rows are held until a checkpoint.
     *
     * @param flink the settings that the job runs with
     * @return the warnings, which are logged too
     * @throws PreflightException if not, with what to change
     */
    public List<String> preflight(ReadableConfig flink) {
        return Preflight.of(settings, flink);
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public StatefulSinkWriter<T, String> restoreWriter(
            WriterInitContext context, Collection<String> lineages) throws IOException {
        return LedgeredWriter.open(settings, context, lineages);
    }

    @Override
    public SimpleVersionedSerializer<String> getWriterStateSerializer() {
        return new LineageSerializer();
    }

    @Override
    public Committer<LedgerBatch> createCommitter(CommitterInitContext context) {
        return LedgerCommitter.open(settings, context);
    }

    @Override
    public SimpleVersionedSerializer<LedgerBatch> getCommittableSerializer() {
        return new LedgerBatchSerializer();
    }

    @Override
    public SimpleVersionedSerializer<LedgerBatch> getWriteResultSerializer() {
        return new LedgerBatchSerializer();
    }

    @Override
    public DataStream<CommittableMessage<LedgerBatch>> addPreCommitTopology(
            DataStream<CommittableMessage<LedgerBatch>> batches) {
        return batches.map(new CheckpointStamp())
                .returns(CommittableMessageTypeInfo.of(LedgerBatchSerializer::new))
                .name("checkpoint-stamp")
                .uid("checkpoint-stamp");
    }
}
