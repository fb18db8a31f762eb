package io.tidemark.operators.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;

/**
 * One history run through one operator, under a disturbance, on a backend.
 *
 * <pre>{@code
 * DataStream<Row> rows = TestStream.of(rowType);
 * DeduplicatedStream<Row> deduplicated = deduplication.applyTo(rows, rowType, "dedup");
 * Outcome<Row> outcome = Replay.through(rows, deduplicated.admitted())
 *         .on(Backend.HEAP)
 *         .under(Disturbance.restoringEvery(1).rescaling(1, 2))
 *         .run(history);
 * }</pre>
 *
 * <p>It behaves as Flink does: every attempt works with a copy of the operator that has been
 * serialized; keyed elements go to the subtask that owns their key group, others round robin; a
 * restore brings state and timers back but no watermark; what follows a barrier becomes visible
 * with the next one, and is lost with a restore. Elements and outputs travel through their
 * serializers.
 *
 * @param <IN> the type of the input
 * @param <OUT> the type of the main output
 */
public final class Replay<IN, OUT> {

    private final NodeUnderTest<IN, OUT> node;
    private final Backend backend;
    private final Disturbance disturbance;
    private final int entriesLeft;

    private Replay(
            NodeUnderTest<IN, OUT> node,
            Backend backend,
            Disturbance disturbance,
            int entriesLeft) {
        this.node = node;
        this.backend = backend;
        this.disturbance = disturbance;
        this.entriesLeft = entriesLeft;
    }

    /**
     * An undisturbed replay on heap.
     *
     * @param input the stream that the operator was built upon
     * @param output the operator's main output
     * @throws IllegalArgumentException if there is not exactly one operator, with or without a
     *     keyBy, between the two
     */
    public static <IN, OUT> Replay<IN, OUT> through(
            DataStream<IN> input, SingleOutputStreamOperator<OUT> output) {
        return new Replay<>(
                NodeUnderTest.between(input, output), Backend.HEAP, Disturbance.none(), 0);
    }

    /** The same replay with its state in the given backend. */
    public Replay<IN, OUT> on(Backend other) {
        return new Replay<>(node, other, disturbance, entriesLeft);
    }

    /** The same replay under the given disturbance. */
    public Replay<IN, OUT> under(Disturbance other) {
        return new Replay<>(node, backend, other, entriesLeft);
    }

    /**
     * The same replay of an operator that keeps so many entries of keyed state for ever, on
     * purpose.
     */
    public Replay<IN, OUT> leavingEntries(int entries) {
        return new Replay<>(node, backend, disturbance, entries);
    }

    /**
     * Runs the history, then ends the input with the watermark {@code Long.MAX_VALUE}.
     *
     * @throws AssertionError if keyed state or timers are left at the end
     */
    public Outcome<OUT> run(History<IN> history) throws Exception {
        Emitted committed = new Emitted();
        int restores = 0;
        int lostElements = 0;
        Step<IN> clock = new Step.Clock<>(0);
        Attempt<IN, OUT> attempt =
                Attempt.start(node, backend, disturbance.parallelismAfter(0), null);
        try {
            List<Step<IN>> steps = history.steps();
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i) instanceof Step.Clock<IN>) {
                    clock = steps.get(i);
                }
                if (steps.get(i) instanceof Step.Barrier<IN>) {
                    attempt.checkpoint(committed);
                } else {
                    attempt.take(steps.get(i));
                }
                if (disturbance.strikesAfter(i + 1)) {
                    Snapshot snapshot = attempt.checkpoint(committed);
                    int lost = Math.min(steps.size(), i + 1 + disturbance.lostSteps());
                    for (Step<IN> step : steps.subList(i + 1, lost)) {
                        attempt.take(step);
                        lostElements += step instanceof Step.Element<IN> ? 1 : 0;
                    }
                    attempt.close();
                    restores++;
                    attempt =
                            Attempt.start(
                                    node,
                                    backend,
                                    disturbance.parallelismAfter(restores),
                                    snapshot);
                    attempt.take(clock);
                }
            }
            attempt.end(committed, entriesLeft);
        } finally {
            attempt.close();
        }
        return new Outcome<>(committed, restores, lostElements);
    }

    /**
     * Runs the history in one subtask and writes a savepoint where it ends: a file for later
     * versions to restore.
     */
    public void save(History<IN> history, Path file) throws Exception {
        Attempt<IN, OUT> attempt = Attempt.start(node, backend, 1, null);
        try {
            for (Step<IN> step : history.steps()) {
                attempt.take(step);
            }
            Files.createDirectories(file.getParent());
            OperatorSnapshotUtil.writeStateHandle(attempt.savepoint(), file.toString());
        } finally {
            attempt.close();
        }
    }

    /**
     * Goes on from a savepoint that {@link #save} wrote, in any backend, in one subtask.
     *
     * @throws AssertionError if keyed state or timers are left at the end
     */
    public Outcome<OUT> resume(Path file, History<IN> history) throws Exception {
        Emitted committed = new Emitted();
        Attempt<IN, OUT> attempt =
                Attempt.start(
                        node,
                        backend,
                        1,
                        new Snapshot(
                                1, List.of(OperatorSnapshotUtil.readStateHandle(file.toString()))));
        try {
            for (Step<IN> step : history.steps()) {
                attempt.take(step);
            }
            attempt.end(committed, entriesLeft);
        } finally {
            attempt.close();
        }
        return new Outcome<>(committed, 1, 0);
    }
}
