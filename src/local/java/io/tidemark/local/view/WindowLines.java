package io.tidemark.local.view;

import io.tidemark.local.ledger.ResultRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows that have closed since the last tick, a line each; of a flood only the first ones,
 * and then how many more there were.
 */
final class WindowLines {

    private static final int MOST_LINES = 20;
    private static final int WINDOW_COLUMNS = 30;
    // With "on time" behind them they leave the last of 80 columns free.
    private static final int KEY_COLUMNS = 16;
    private static final int COUNT_COLUMNS = 8;
    private static final int SUM_COLUMNS = 14;

    private final List<ResultRow> rows = new ArrayList<>();
    private long more;

    /** One line of a window, and whether it is an update of one that was shown before. */
    record Shown(String text, boolean update) {}

    /** What stands above the columns. */
    static String header() {
        return columns("window (UTC)", "key", "count", "sum", "");
    }

    static String text(ResultRow row) {
        return columns(
                HumanText.window(row.windowStart(), row.windowEnd()),
                Line.safe(row.key()),
                HumanText.number(row.count()),
                HumanText.amount(row.sum()),
                row.update() ? "update" : "on time");
    }

    void add(ResultRow row) {
        if (rows.size() < MOST_LINES) {
            rows.add(row);
        } else {
            more++;
        }
    }

    /** The lines since they were taken last. */
    List<Shown> take() {
        List<Shown> lines = new ArrayList<>();
        for (ResultRow row : rows) {
            lines.add(new Shown(text(row), row.update()));
        }
        if (more > 0) {
            String word = more == 1 ? " more window" : " more windows";
            lines.add(new Shown("… and " + HumanText.number(more) + word, false));
        }
        rows.clear();
        more = 0;
        return lines;
    }

    private static String columns(
            String window, String key, String count, String sum, String pane) {
        String line =
                Line.left(window, WINDOW_COLUMNS)
                        + "  "
                        + Line.left(key, KEY_COLUMNS)
                        + Line.right(count, COUNT_COLUMNS)
                        + Line.right(sum, SUM_COLUMNS)
                        + "  "
                        + pane;
        return line.stripTrailing();
    }
}
