package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimesTest {

    /** Beside whole numbers that never overflow. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                Long.MIN_VALUE + 1,
                Long.MIN_VALUE + 2,
                -EventTimes.FARTHEST,
                -1001,
                -1000,
                -2,
                -1,
                0,
                998,
                999,
                1000,
                EventTimes.FARTHEST,
                Long.MAX_VALUE - 1001,
                Long.MAX_VALUE - 1000,
                Long.MAX_VALUE - 1
            })
    void aTickIsTheFirstWatermarkThatHasPassedAMultiple(long watermark) {
        for (long period : new long[] {1, 7, 1000, EventTimes.LONGEST}) {
            BigInteger step = BigInteger.valueOf(period);
            BigInteger reached = BigInteger.valueOf(watermark).add(BigInteger.ONE);
            BigInteger next =
                    reached.subtract(reached.mod(step)).add(step).subtract(BigInteger.ONE);
            boolean beyond = watermark >= Long.MAX_VALUE - period;
            assertThat(EventTimes.nextTick(watermark, period))
                    .as("behind %s by %s", watermark, period)
                    .isEqualTo(beyond ? HotKey.NEVER : next.longValueExact())
                    .isGreaterThan(watermark);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1000, EventTimes.LONGEST})
    void anyWatermarkIsATickBehindTheLowest(long period) {
        assertThat(EventTimes.nextTick(Long.MIN_VALUE, period)).isEqualTo(Long.MIN_VALUE + 1);
        assertThat(EventTimes.nextTick(Long.MAX_VALUE, period)).isEqualTo(HotKey.NEVER);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, EventTimes.LONGEST})
    void nothingLiesBackOfTheLowestWatermark(long millis) {
        assertThat(EventTimes.back(Long.MIN_VALUE, millis)).isEqualTo(Long.MIN_VALUE);
        assertThat(EventTimes.back(Long.MIN_VALUE + millis, millis)).isEqualTo(Long.MIN_VALUE);
        assertThat(EventTimes.back(Long.MAX_VALUE, millis)).isEqualTo(Long.MAX_VALUE - millis);
    }
}
