package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Windows in the middle of their history, as a savepoint keeps them. Once a savepoint was written,
 * its case must stay as it is.
 *
 * @param name the file's name
 * @param windows puts the windows into a stream
 * @param row a row as the reference has it
 * @param expected the rows of each step of a history, and last those of the end of the input
 * @param order by what rows of one step are sorted before they are compared
 * @param before what the windows met before the savepoint
 * @param after what they meet after a restore
 */
record SavepointCase<O, E>(
        String name,
        Function<DataStream<Sale>, WindowedResults<O, Sale>> windows,
        Function<O, E> row,
        Function<History<Sale>, List<List<E>>> expected,
        Comparator<E> order,
        History<Sale> before,
        History<Sale> after) {

    void write(Path directory) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        Replay.through(input, windows.apply(input).results()).save(before, directory.resolve(name));
    }

    /** Restores the savepoint, finishes the history and compares with the reference. */
    void check(Path directory, Backend backend) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        List<E> rows =
                Replay.through(input, windows.apply(input).results())
                        .on(backend)
                        .resume(directory.resolve(name), after)
                        .values()
                        .stream()
                        .map(row)
                        .toList();
        History<Sale> all = History.empty();
        all.steps().addAll(before.steps());
        all.steps().addAll(after.steps());
        List<List<E>> met = expected.apply(all);
        List<List<E>> steps = met.subList(before.steps().size(), met.size());
        assertThat(steps.stream().mapToInt(List::size).sum()).isPositive();
        int from = 0;
        for (List<E> step : steps) {
            List<E> sorted = new ArrayList<>(step);
            sorted.sort(order);
            List<E> actual =
                    new ArrayList<>(
                            rows.subList(from, Math.min(rows.size(), from + sorted.size())));
            actual.sort(order);
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
