package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Windows in the middle of their history, as a savepoint keeps them. Once a savepoint was written,
 * its case must stay as it is.
 *
 * @param name the file's name
 * @param before what the windows met before the savepoint
 * @param after what they meet after a restore
 */
record SavepointCase<O>(
        String name, OperatorCase<O> windows, History<Sale> before, History<Sale> after) {

    void write(Path directory) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        Replay.through(input, windows.apply(input).results()).save(before, directory.resolve(name));
    }

    /** Restores the savepoint, finishes the history and compares with the reference. */
    void check(Path directory, Backend backend) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        List<O> rows =
                Replay.through(input, windows.apply(input).results())
                        .on(backend)
                        .resume(directory.resolve(name), after)
                        .values();
        History<Sale> all = History.empty();
        all.steps().addAll(before.steps());
        all.steps().addAll(after.steps());
        WindowReference<O> reference = windows.reference();
        reference.meet(all);
        List<List<O>> met = reference.rows();
        List<List<O>> steps = met.subList(before.steps().size(), met.size());
        assertThat(steps.stream().mapToInt(List::size).sum()).isPositive();
        int from = 0;
        for (List<O> step : steps) {
            List<O> sorted = new ArrayList<>(step);
            sorted.sort(windows.order());
            List<O> actual =
                    new ArrayList<>(
                            rows.subList(from, Math.min(rows.size(), from + sorted.size())));
            actual.sort(windows.order());
            assertThat(actual).isEqualTo(sorted);
            from += sorted.size();
        }
        assertThat(rows).hasSize(from);
    }

    @Override
    public String toString() {
        return name;
    }
}
