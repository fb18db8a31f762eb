package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A reader who keeps the last row of each key, start and end, as a table would. */
final class SessionReader {

    /** What a row is kept under. */
    private record Bounds(String key, long start, long end) {}

    private final Map<Bounds, SessionReference.Row> table = new HashMap<>();

    private SessionReader() {}

    private static SessionReader of(List<? extends SessionReference.Row> rows) {
        SessionReader reader = new SessionReader();
        rows.forEach(reader::take);
        return reader;
    }

    private void take(SessionReference.Row row) {
        Bounds bounds = new Bounds(row.key(), row.start(), row.end());
        SessionReference.Row before = table.get(bounds);
        if (row.retraction()) {
            if (before == null) {
                throw new AssertionError("there is nothing that could be taken back: " + row);
            }
            assertThat(before.value()).isEqualTo(row.value());
            assertThat(before.pane()).isEqualTo(row.pane());
            table.remove(bounds);
        } else {
            int next = before == null ? 0 : before.pane() + 1;
            assertThat(row.pane()).as("%s", row).isGreaterThanOrEqualTo(next);
            table.put(bounds, row);
        }
    }

    /** Whatever is taken back is there, and numbers only grow. */
    static void canFollow(List<? extends SessionReference.Row> rows) {
        assertThat(SessionReader.of(rows).table).isNotNull();
    }

    /** Every event is in what the reader ends with once, or late, as far as the panes promise. */
    static void check(SessionCase asked, List<SessionReference.Row> rows, int late) {
        List<SessionReference.Row> sessions =
                SessionReference.of(asked.with(Panes.finalOnly())).rows;
        Collection<SessionReference.Row> left = SessionReader.of(rows).table.values();
        switch (asked.panes().refinement()) {
            case FINAL_ONLY, RETRACTING ->
                    assertThat(left)
                            .as("%s", asked)
                            .extracting(SessionReader::content)
                            .containsExactlyInAnyOrderElementsOf(
                                    sessions.stream().map(SessionReader::content).toList());
            case ACCUMULATING ->
                    assertThat(left)
                            .as("%s", asked)
                            .extracting(SessionReader::content)
                            .containsAll(sessions.stream().map(SessionReader::content).toList());
            case DISCARDING -> {
                if (!asked.sums()) {
                    List<String> amounts = new ArrayList<>();
                    rows.forEach(row -> amounts.addAll(listed(row)));
                    assertThat(amounts).as("%s", asked).hasSize(sizeOf(asked) - late);
                    List<String> expected = new ArrayList<>();
                    sessions.forEach(row -> expected.addAll(listed(row)));
                    assertThat(amounts).containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }
        if (!asked.sums()) {
            assertThat(sessions.stream().mapToInt(row -> listed(row).size()).sum() + late)
                    .as("in = windowed + late: %s", asked)
                    .isEqualTo(sizeOf(asked));
        }
    }

    private static String content(SessionReference.Row row) {
        return row.key() + " " + row.start() + " " + row.end() + " " + row.value();
    }

    private static int sizeOf(SessionCase asked) {
        return asked.history().elements().size();
    }

    private static List<String> listed(SessionReference.Row row) {
        String inside = row.value().substring(1, row.value().length() - 1);
        return inside.isEmpty() ? List.of() : List.of(inside.split(", "));
    }
}
