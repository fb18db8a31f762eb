package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds the rows of a checkpoint and hands them to the committer as one batch, an empty one too: an
 * entry in the ledger for each checkpoint is what makes two jobs of one lineage collide at once.
 *
 * <p>Its state is the lineage, in so many copies that all subtasks together have one for each key
 * group: however Flink deals them out again, each subtask gets at least one.
 */
final class LedgeredWriter<T>
        implements StatefulSinkWriter<T, String>, CommittingSinkWriter<T, LedgerBatch> {

    private final LedgeredSettings<T> settings;
    private final List<Column<T>> columns;
    private final Start start;
    private final TaskInfo task;
    private final UUID id = UUID.randomUUID();
    private final HeldRows held = new HeldRows();
    private final Map<String, Position> reached = new HashMap<>();
    private final Counter sent;
    private final Counter alreadyThere;

    private LedgeredWriter(
            LedgeredSettings<T> settings,
            Start start,
            TaskInfo task,
            SinkWriterMetricGroup metrics) {
        this.settings = settings;
        this.columns = settings.table().columns();
        this.start = start;
        this.task = task;
        this.sent = metrics.getNumRecordsSendCounter();
        this.alreadyThere = metrics.counter("rowsAlreadyThere");
        metrics.gauge("heldBytes", held::bytes);
    }

    /**
     * A writer that goes on where the restored state and the ledger say.
     *
     * @throws LedgerException if the ledger knows more than the state
     */
    static <T> LedgeredWriter<T> open(
            LedgeredSettings<T> settings, WriterInitContext context, Collection<String> lineages)
            throws IOException {
        Start start =
                Start.of(
                        settings,
                        context.getJobInfo().getJobId().toHexString(),
                        lineages,
                        context.getRestoredCheckpointId().orElse(0));
        return new LedgeredWriter<>(settings, start, context.getTaskInfo(), context.metricGroup());
    }

    @Override
    public void write(T element, Context context) throws IOException {
        Position position = null;
        if (settings.position() != null) {
            position = position(settings.position(), element);
            Position kept = start.kept().get(position.partition());
            if (kept != null && !position.isAfter(kept)) {
                alreadyThere.inc();
                return;
            }
            Position before = reached.put(position.partition(), position);
            if (before != null && !position.isAfter(before)) {
                throw Refusals.notAbove(settings.sink(), position, before);
            }
        }
        held.add(texts(element), position);
        sent.inc();
        if (held.bytes() > settings.mostBytes()) {
            throw tooMuch();
        }
    }

    private Position position(SerializableFunction<T, Position> of, T element) {
        if (start.refusal() != null) {
            throw start.refusal();
        }
        Position position = of.apply(element);
        if (position == null) {
            throw new IllegalArgumentException(
                    "rollForwardBy of sink \""
                            + settings.sink()
                            + "\" gives position=null for "
                            + element
                            + ": give each row one, for what has none would come again with each"
                            + " restore, or send such rows to a sink of their own");
        }
        return position;
    }

    private @Nullable String[] texts(T element) {
        @Nullable String[] texts = new String[columns.size()];
        int keys = settings.adding() ? settings.table().keys().size() : 0;
        for (int i = 0; i < texts.length; i++) {
            Column<T> column = columns.get(i);
            Object value = column.value().apply(element);
            texts[i] =
                    i < keys ? Texts.ofKey(column.name(), value) : Texts.of(column.name(), value);
        }
        return texts;
    }

    private IOException tooMuch() {
        return new IOException(
                "sink \""
                        + settings.sink()
                        + "\" holds "
                        + held.rows()
                        + " rows of "
                        + held.bytes()
                        + " bytes since the last checkpoint, more than holdingAtMost("
                        + settings.mostBytes()
                        + "): shorten the checkpoint interval, spread the sink over more"
                        + " subtasks, or raise the bound");
    }

    /** Nothing leaves before the checkpoint is durable. */
    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public Collection<LedgerBatch> prepareCommit() {
        return List.of(
                new LedgerBatch(
                        start.lineage(),
                        start.predecessor(),
                        settings.sink(),
                        start.job(),
                        id,
                        task.getIndexOfThisSubtask(),
                        start.restored(),
                        LedgerBatch.UNKNOWN,
                        columns.stream().map(Column::name).toList(),
                        held.take()));
    }

    @Override
    public List<String> snapshotState(long checkpointId) {
        if (start.refusal() != null) {
            // Nor may those have this lineage who come after it.
            return List.of();
        }
        int all = task.getMaxNumberOfParallelSubtasks();
        int subtasks = task.getNumberOfParallelSubtasks();
        int mine = all / subtasks + (task.getIndexOfThisSubtask() < all % subtasks ? 1 : 0);
        return Collections.nCopies(mine, start.lineage());
    }

    @Override
    public void close() {}
}
