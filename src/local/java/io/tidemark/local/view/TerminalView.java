package io.tidemark.local.view;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.ResultRow;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A view in a terminal: lines that stay scroll by, and a few status lines below them are drawn
 * again in place.
 *
 * <p>Status lines are cut to the width of the terminal, because one that wraps would not be erased
 * as a whole. The cursor stays visible, so that nothing has to be mended after a sudden end.
 */
final class TerminalView implements RunView {

    private static final String ERASE_BELOW = "\u001b[J";
    private static final int NARROWEST = 20;

    private final PrintStream out;
    private final int columns;
    private final Palette palette;
    private final WindowLines windows = new WindowLines();
    private final RejectedLines rejected = new RejectedLines();
    private List<String> status = List.of();
    private boolean headed;

    TerminalView(PrintStream out, int columns, Palette palette) {
        this.out = out;
        // A terminal moves on after its last column: that one stays free.
        this.columns = Math.max(columns, NARROWEST) - 1;
        this.palette = palette;
    }

    @Override
    public void onResult(ResultRow row) {
        windows.add(row);
    }

    @Override
    public void onDeadLetter(String json) {
        rejected.add(json);
    }

    @Override
    public void tick(RunStatus now) {
        List<String> next = new ArrayList<>();
        next.add("");
        next.add(Line.cut(StatusText.counts(now.counts()), columns));
        next.add(palette.faint(Line.cut(StatusText.watermark(now), columns)));
        now.feed().ifPresent(feed -> next.add(Line.cut(StatusText.feed(feed, true), columns)));
        redraw(newLines(), next);
    }

    @Override
    public void line(String text) {
        redraw(List.of(text), status);
    }

    @Override
    public void ledger(Ledger ledger) {
        List<String> lines = new ArrayList<>(newLines());
        lines.add("");
        List<String> table = LedgerTable.lines(ledger);
        lines.add(palette.bold(table.get(0)));
        lines.addAll(table.subList(1, table.size()));
        for (String verdict : LedgerTable.verdict(ledger)) {
            lines.add(ledger.addsUp() ? palette.good(verdict) : palette.bad(verdict));
        }
        redraw(lines, List.of());
    }

    @Override
    public void close() {
        redraw(newLines(), List.of());
    }

    private List<String> newLines() {
        List<String> lines = new ArrayList<>();
        for (WindowLines.Shown shown : windows.take()) {
            if (!headed) {
                headed = true;
                lines.add(palette.faint(Line.cut(WindowLines.header(), columns)));
            }
            String cut = Line.cut(shown.text(), columns);
            lines.add(shown.update() ? palette.notable(cut) : cut);
        }
        lines.addAll(rejected.take());
        return lines;
    }

    /** In one write, so that no half-drawn status is seen. */
    private void redraw(List<String> above, List<String> below) {
        StringBuilder text = new StringBuilder("\r");
        if (!status.isEmpty()) {
            text.append("\u001b[").append(status.size()).append('A');
        }
        text.append(ERASE_BELOW);
        above.forEach(line -> text.append(line).append('\n'));
        below.forEach(line -> text.append(line).append('\n'));
        status = below;
        out.print(text);
        out.flush();
    }
}
