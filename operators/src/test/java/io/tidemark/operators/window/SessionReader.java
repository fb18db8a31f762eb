package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A reader who keeps the last row of each key, start and end, as a table would. */
final class SessionReader<R> {

    /** What a row is kept under. */
    private record Bounds(String key, long start, long end) {

        static Bounds of(WindowResult<String, ?> row) {
            return new Bounds(row.key(), row.start(), row.end());
        }
    }

    private final Map<Bounds, WindowResult<String, R>> table = new HashMap<>();

    /** Bounds that were taken back and whose events are in no row yet. */
    private final List<Bounds> takenBack = new ArrayList<>();

    private SessionReader() {}

    private void take(WindowResult<String, R> row) {
        Bounds bounds = Bounds.of(row);
        WindowResult<String, R> before = table.get(bounds);
        if (row.retraction()) {
            if (before == null) {
                throw new AssertionError("there is nothing that could be taken back: " + row);
            }
            assertThat(before.value()).isEqualTo(row.value());
            assertThat(before.pane()).isEqualTo(row.pane());
            table.remove(bounds);
            takenBack.add(bounds);
        } else {
            int next = before == null ? 0 : before.pane() + 1;
            assertThat(row.pane()).as("%s", row).isGreaterThanOrEqualTo(next);
            table.put(bounds, row);
            takenBack.removeIf(
                    old ->
                            old.key.equals(row.key())
                                    && old.start >= row.start()
                                    && old.end <= row.end());
        }
    }

    /**
     * Whatever is taken back is there, and is in a row behind it; numbers only grow. Every event is
     * in what the reader ends with once, as far as the panes promise.
     */
    static <A, R> void check(
            SessionCase<A, R> asked, History<Sale> history, List<WindowResult<String, R>> rows) {
        SessionReader<R> reader = new SessionReader<>();
        rows.forEach(reader::take);
        assertThat(reader.takenBack).isEmpty();
        WindowReference<WindowResult<String, R>> onlyFinal =
                asked.with(Panes.finalOnly()).reference();
        onlyFinal.meet(history);
        List<WindowResult<String, R>> sessions =
                onlyFinal.rows().stream().flatMap(List::stream).toList();
        List<List<Object>> left = contents(List.copyOf(reader.table.values()));
        switch (asked.plan().panes().refinement()) {
            case FINAL_ONLY, RETRACTING ->
                    assertThat(left).containsExactlyInAnyOrderElementsOf(contents(sessions));
            case ACCUMULATING -> assertThat(left).containsAll(contents(sessions));
            case DISCARDING -> {
                // Of these, what the rows add up to can be told.
                if (asked.aggregate().equals(TestAggregate.LIST)) {
                    assertThat(amounts(rows))
                            .containsExactlyInAnyOrderElementsOf(amounts(sessions));
                }
            }
        }
    }

    private static <R> List<List<Object>> contents(List<WindowResult<String, R>> rows) {
        List<List<Object>> contents = new ArrayList<>();
        rows.forEach(row -> contents.add(Arrays.asList(Bounds.of(row), row.value())));
        return contents;
    }

    private static <R> List<Object> amounts(List<WindowResult<String, R>> rows) {
        List<Object> amounts = new ArrayList<>();
        rows.forEach(row -> amounts.addAll((List<?>) row.value()));
        return amounts;
    }
}
