package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Early rows by the machine's clock, with many keys in memory. */
class EarlyRowsTest {

    private static final int KEYS = 500;
    private static final long PERIOD = 10_000;

    private SlowHarness harness;

    @BeforeEach
    void open() throws Exception {
        start(1_000_000);
    }

    private void start(long partsInMemory) throws Exception {
        harness =
                SlowHarness.of(
                        EventTimeWindows.tumbling(Duration.ofMillis(10)),
                        Plans.keepingInMemory(
                                partsInMemory,
                                Plans.of(
                                        0,
                                        Panes.accumulating()
                                                .earlyEveryProcessingTime(
                                                        Duration.ofMillis(PERIOD)),
                                        -1)));
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    private void sales(int keys, long time) throws Exception {
        for (int key = 0; key < keys; key++) {
            harness.sale(key, time, key);
        }
    }

    /** Goes to the next multiple of the period; from there on results take time. */
    private void tick() throws Exception {
        long next = (harness.getProcessingTime() / PERIOD + 1) * PERIOD;
        harness.setProcessingTime(next - 1);
        harness.run();
        harness.setProcessingTime(next);
    }

    private List<String> keys(PaneTiming timing) {
        return harness.rows().stream()
                .filter(row -> row.timing() == timing)
                .map(row -> row.key() + " " + row.start())
                .toList();
    }

    @Test
    void areSentASliceAtATime() throws Exception {
        sales(KEYS, 5);
        tick();

        assertThat(harness.rows()).hasSizeBetween(1, 100 + 64);
        for (int slice = 0; slice < 2 * KEYS / 50; slice++) {
            harness.nextSlice();
        }
        assertThat(keys(PaneTiming.EARLY)).hasSize(KEYS).doesNotHaveDuplicates();
        assertThat(harness.getProcessingTime()).isLessThan(2 * PERIOD);

        sales(1, 6);
        tick();
        assertThat(keys(PaneTiming.EARLY)).as("only what changed").hasSize(KEYS + 1);
    }

    @Test
    void areSentOfKeysThatStayWhileOthersComeAndGo() throws Exception {
        harness.close();
        start(4 * KEYS);
        sales(KEYS, 5);
        tick();
        for (int slice = 0; slice < 2 * KEYS / 50; slice++) {
            harness.stand();
            harness.sale(KEYS + 2 * slice, 5, 1); // Turns out another.
            harness.sale(KEYS + 2 * slice + 1, 5, 1);
            harness.run();
            harness.nextSlice();
        }
        Set<String> shown = new HashSet<>(keys(PaneTiming.EARLY));
        for (int key = 0; key < KEYS; key++) {
            assertThat(shown).contains("k" + key + " 0");
        }
    }

    @Test
    void areNotSentOfWindowsThatTheWatermarkHasPassed() throws Exception {
        sales(KEYS, 5);
        sales(KEYS, 15);
        harness.setProcessingTime(PERIOD - 134); // A slice ends shortly before the tick.
        harness.run();
        harness.processWatermark(new Watermark(9));
        harness.stand();
        harness.setProcessingTime(PERIOD);
        int fired = keys(PaneTiming.ON_TIME).size();
        assertThat(fired).isBetween(1, KEYS - 1);
        assertThat(keys(PaneTiming.EARLY)).hasSize(fired).allMatch(row -> row.endsWith(" 10"));

        harness.nextSlice();
        harness.setProcessingTime(2 * PERIOD);
        assertThat(keys(PaneTiming.ON_TIME)).hasSize(KEYS);
        assertThat(keys(PaneTiming.EARLY)).hasSize(KEYS).allMatch(row -> row.endsWith(" 10"));
    }

    @Test
    void keepWithinTheBudget() throws Exception {
        harness.close();
        start(4 * KEYS);
        sales(KEYS, 5);
        tick();
        harness.stand();
        for (int slice = 0; slice < 2 * KEYS / 50; slice++) {
            harness.nextSlice();
        }

        assertThat(harness.metric("openPanes")).as("slices and rows").isGreaterThan(KEYS / 2);
        assertThat(harness.metric("partsInMemory")).isLessThanOrEqualTo(4 * KEYS);
        assertThat(harness.metric("keysInMemory")).isLessThan(KEYS);
    }
}
