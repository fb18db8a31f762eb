package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a running operator tells. */
class WindowMetricsTest {

    private SlowHarness harness;

    @BeforeEach
    void open() throws Exception {
        harness =
                SlowHarness.of(
                        EventTimeWindows.hopping(Duration.ofMillis(20), Duration.ofMillis(10)),
                        Plans.of(10, Panes.accumulating(), -1));
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    @Test
    void tellOfEventsAndRows() throws Exception {
        harness.sale(1, 35, 1);
        harness.processWatermark(new Watermark(49));
        harness.sale(1, 31, 1); // Its window to 40 has closed, that to 50 may still change.
        harness.sale(1, 5, 1);
        harness.sale(1, Long.MAX_VALUE, 1);
        harness.processWatermark(new Watermark(50));

        assertThat(harness.metric("partlyLate")).isEqualTo(1);
        assertThat(harness.metric("updates")).isEqualTo(1);
        assertThat(harness.metric("tidemark_ledger_late_at_window")).isEqualTo(1);
        assertThat(harness.metric("outOfRange")).isEqualTo(1);
    }

    @Test
    void tellWhatIsOpen() throws Exception {
        assertThat(harness.metric("openPanes")).isZero();
        for (int key = 0; key < 5; key++) {
            harness.sale(key, 5, 1);
            harness.sale(key, 6, 1);
            harness.sale(key, 35, 1);
        }
        assertThat(harness.metric("keysInMemory")).isEqualTo(5);
        assertThat(harness.metric("openPanes")).as("slices").isEqualTo(10);
        assertThat(harness.metric("partsInMemory")).isEqualTo(10 + 5 * HotKey.OWN_WEIGHT);

        harness.processWatermark(new Watermark(1000));
        harness.snapshot(1, 1);
        assertThat(harness.metric("openPanes")).isZero();
        assertThat(harness.metric("keysInMemory")).isZero();
    }

    @Test
    void tellHowFarTheFiringIsBehind() throws Exception {
        assertThat(harness.metric("watermarkLagMillis")).isZero();
        harness.processWatermark(new Watermark(4));
        assertThat(harness.metric("watermarkLagMillis")).isZero();
        for (int key = 0; key < 500; key++) {
            harness.sale(key, 25, 1);
        }
        harness.run();
        harness.processWatermark(new Watermark(29));
        assertThat(harness.metric("watermarkLagMillis")).isEqualTo(25);
        harness.processWatermark(new Watermark(34));
        assertThat(harness.metric("watermarkLagMillis")).isEqualTo(30);
        harness.processWatermark(Watermark.MAX_WATERMARK);
        assertThat(harness.metric("watermarkLagMillis")).as("cannot be told").isEqualTo(-1);
        harness.stand();
        harness.nextSlice();
        assertThat(harness.watermarks()).containsExactly(4L, 29L, Long.MAX_VALUE);
        assertThat(harness.metric("watermarkLagMillis")).isZero();
    }

    @Test
    void tellHowOldTheLastResultIs() throws Exception {
        assertThat(harness.metric("lastFiredLagMillis")).isZero();
        harness.setProcessingTime(100);
        harness.sale(1, 15, 1);
        harness.processWatermark(new Watermark(19));

        assertThat(harness.metric("lastFiredLagMillis")).isEqualTo(80);
        harness.setProcessingTime(130);
        assertThat(harness.metric("lastFiredLagMillis")).isEqualTo(110);
    }
}
