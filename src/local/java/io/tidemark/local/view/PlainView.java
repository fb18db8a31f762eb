package io.tidemark.local.view;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.ResultRow;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A view as plain lines, for a file, a pipe or a build log: each window a line, and a line of
 * status when it has changed, but not more often than every two seconds.
 */
final class PlainView implements RunView {

    private static final long QUIET_NANOS = Duration.ofSeconds(2).toNanos();

    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final WindowLines windows = new WindowLines();
    private final RejectedLines rejected = new RejectedLines();
    private String newest = "";
    private String shown = "";
    private long shownNanos;
    private boolean headed;

    PlainView(PrintStream out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
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
        printNew();
        newest =
                StatusText.counts(now.counts())
                        + " · "
                        + StatusText.watermark(now)
                        + now.feed().map(feed -> " · " + StatusText.feed(feed, false)).orElse("");
        long nanos = nanoTime.getAsLong();
        if (!newest.equals(shown) && (shown.isEmpty() || nanos - shownNanos >= QUIET_NANOS)) {
            shownNanos = nanos;
            printStatus();
        }
        out.flush();
    }

    @Override
    public void line(String text) {
        print(text);
        out.flush();
    }

    @Override
    public void ledger(Ledger ledger) {
        printNew();
        // How it stood at the end is told even if the line before is not two seconds old.
        printStatus();
        print("");
        LedgerTable.lines(ledger).forEach(this::print);
        LedgerTable.verdict(ledger).forEach(this::print);
        out.flush();
    }

    @Override
    public void close() {
        printNew();
        out.flush();
    }

    private void printNew() {
        for (WindowLines.Shown line : windows.take()) {
            if (!headed) {
                headed = true;
                print(WindowLines.header());
            }
            print(line.text());
        }
        rejected.take().forEach(this::print);
    }

    private void printStatus() {
        if (!newest.equals(shown)) {
            shown = newest;
            print(newest);
        }
    }

    /** The same bytes on every system. */
    private void print(String line) {
        out.print(line + "\n");
    }
}
