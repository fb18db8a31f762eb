package io.tidemark.system;

import io.tidemark.watermarks.AlignedWatermarks;
import io.tidemark.watermarks.BoundedWatermarks;
import io.tidemark.watermarks.CappedWatermarks;
import io.tidemark.watermarks.CompletenessWatermarks;
import io.tidemark.watermarks.EventTimes;
import io.tidemark.watermarks.IdleAdvancingWatermarks;
import io.tidemark.watermarks.PerKeyWatermarks;
import io.tidemark.watermarks.PunctuatedWatermarks;
import io.tidemark.watermarks.QuantileWatermarks;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** Every watermark strategy there is, over pings, set so that some of them are late. */
enum EveryStrategy {
    BOUNDED {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return BoundedWatermarks.waiting(SECOND, TIMES);
        }
    },
    BOUNDED_WITHOUT_LOG_TIME {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return BoundedWatermarks.waiting(SECOND, EventTimes.of(Ping::time));
        }
    },
    QUANTILE {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return QuantileWatermarks.losing(0.2, Duration.ofHours(1), TIMES).over(200);
        }
    },
    COMPLETENESS {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return CompletenessWatermarks.keeping(0.9, WINDOW, Duration.ofHours(1), TIMES)
                    .over(400);
        }
    },
    PER_KEY {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return PerKeyWatermarks.of(Ping::key, SECOND, TIMES)
                    .forgettingAfter(Duration.ofSeconds(30))
                    .trackingAtMost(8);
        }
    },
    PUNCTUATED {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return PunctuatedWatermarks.by(Ping::heartbeat, TIMES);
        }
    },
    CAPPED_QUANTILE {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return CappedWatermarks.of(QUANTILE.strategy(), Duration.ofSeconds(20), Ping::logTime);
        }
    },
    /** On logs of another year, where nothing is live, so that the clock never moves it on. */
    IDLE_ADVANCING_BOUNDED {
        @Override
        WatermarkStrategy<Ping> strategy() {
            return IdleAdvancingWatermarks.of(BOUNDED.strategy(), SECOND, SECOND, Ping::logTime);
        }
    },
    ALIGNED_BOUNDED {
        @Override
        WatermarkStrategy<Ping> strategy() {
            // Further than the pings lie apart, so that no partition is ever stopped: Kafka's
            // reader
            // fails if it is told to stop one that has just come to its end (FLINK-39728).
            return AlignedWatermarks.of(
                    BOUNDED.strategy(), "pings", Duration.ofDays(1), Duration.ofMillis(50));
        }
    };

    /** The windows whose completeness one of them keeps. */
    static final Duration WINDOW = Duration.ofSeconds(5);

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final EventTimes<Ping> TIMES = EventTimes.of(Ping::time).loggedAt(Ping::logTime);

    abstract WatermarkStrategy<Ping> strategy();
}
