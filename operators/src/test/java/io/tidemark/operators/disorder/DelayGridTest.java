package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class DelayGridTest {

    @Test
    void allWhoCountByAGridShareItsIndex() throws Exception {
        DelayGrid grid = DelayGrid.of(Duration.ofSeconds(3));

        assertThat(grid.index()).isSameAs(grid.index());
        assertThat(InstantiationUtil.clone(grid).index().delaysPassing(3_030)).isEqualTo(2);
    }

    @Test
    void goesFromZeroToFiveYearsInSmallStrides() {
        long[] delays = DelayGrid.standard().delaysMillis();
        assertThat(delays).hasSizeBetween(200, 240).startsWith(0, 1, 2).isSorted();
        assertThat(delays).doesNotHaveDuplicates();
        assertThat(Duration.ofMillis(delays[delays.length - 1]).toDays()).isEqualTo(1_825);
        for (int i = 9; delays[i] < Duration.ofDays(90).toMillis(); i++) {
            assertThat(delays[i + 1]).isLessThanOrEqualTo(delays[i] * 9 / 8 + 1);
        }
    }

    @Test
    void holdsTheDelaysThatPeopleSay() {
        for (String said :
                new String[] {
                    "PT0.1S", "PT1S", "PT5S", "PT10S", "PT12S", "PT30S", "PT1M", "PT2M", "PT5M",
                    "PT10M", "PT15M", "PT30M", "PT1H", "PT2H", "PT6H", "PT12H", "P1D", "P2D", "P7D",
                    "P30D", "P90D", "P365D"
                }) {
            long millis = Duration.parse(said).toMillis();
            DelayGrid grid = DelayGrid.standard();
            assertThat(grid.delayMillis(grid.indexAtLeast(millis))).as(said).isEqualTo(millis);
        }
    }

    @Test
    void stepsByOnePercentAndAtLeastAMillisecond() {
        DelayGrid grid =
                DelayGrid.of(
                        Duration.ofMillis(99),
                        Duration.ofMillis(250),
                        Duration.ofSeconds(12),
                        Duration.ofMillis(250));
        assertThat(grid.delaysMillis()).containsExactly(0, 99, 250, 12_000);
        assertThat(grid.stepsMillis()).containsExactly(1, 1, 2, 120);
        assertThat(grid.indexAtLeast(100)).isEqualTo(2);
        assertThat(grid.indexAtLeast(12_001)).isEqualTo(4);
    }

    @Test
    void refusesDelaysThatNobodyWaits() {
        assertThatThrownBy(() -> DelayGrid.of(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay=PT-0.001S");
        assertThatThrownBy(() -> DelayGrid.standard().with(Duration.ofDays(36_501)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DelayGrid.standard().with(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
