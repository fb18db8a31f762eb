package io.tidemark.operators.window;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * What windows must do, written as plainly as can be: nothing is folded, shared or forgotten.
 *
 * @param <O> the type of the rows
 */
abstract class WindowReference<O> {

    private final List<List<O>> rows = new ArrayList<>();
    private final List<Late<Sale>> late = new ArrayList<>();
    private final List<String> partlyLate = new ArrayList<>();
    private final List<Sale> outOfRange = new ArrayList<>();
    private long windowed;

    /** The highest watermark that came. */
    long watermark = Long.MIN_VALUE;

    /** Works off the history and the end of the input. */
    final void meet(History<Sale> history) {
        for (Step<Sale> step : history.steps()) {
            rows.add(new ArrayList<>());
            if (step instanceof Step.Element<Sale> element) {
                long time = element.timestamp();
                if (time > 1L << 62 || time < -(1L << 62)) {
                    outOfRange.add(element.value());
                } else {
                    windowed++;
                    event(element.value(), time);
                }
            } else if (step instanceof Step.Mark<Sale> mark && mark.time() > watermark) {
                long before = watermark;
                watermark = mark.time();
                step(before);
            }
        }
        rows.add(new ArrayList<>());
        long before = watermark;
        watermark = Long.MAX_VALUE;
        step(before);
    }

    /** An event comes. */
    abstract void event(Sale event, long time);

    /** The watermark has moved on. */
    abstract void step(long watermarkBefore);

    final void row(O row) {
        rows.get(rows.size() - 1).add(row);
    }

    final void late(Sale event, long time, long missedWindowEnd) {
        windowed--;
        late.add(new Late<>(event, time, watermark, missedWindowEnd));
    }

    final void partlyLate(Sale event, long time, List<PartlyLate.Missed> missed) {
        partlyLate.add(text(new PartlyLate<>(event, time, watermark, missed)));
    }

    static String text(PartlyLate<Sale> partly) {
        return partly.event()
                + " at "
                + partly.eventTime()
                + " met "
                + partly.watermark()
                + " missed "
                + partly.missed();
    }

    /** The rows of each step, and last those of the end of the input. */
    final List<List<O>> rows() {
        return rows;
    }

    final List<Late<Sale>> late() {
        return late;
    }

    /** The texts of events that missed some of their windows. */
    final List<String> partlyLate() {
        return partlyLate;
    }

    final List<Sale> outOfRange() {
        return outOfRange;
    }

    /** How many events are in at least one window. */
    final long windowed() {
        return windowed;
    }
}
