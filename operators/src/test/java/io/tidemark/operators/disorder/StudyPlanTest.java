package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StudyPlanTest {

    @Test
    void refusesDurationsThatMillisecondsDoNotHold() {
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
            Duration duration = Duration.ofSeconds(seconds);

            assertThatThrownBy(() -> StudyPlan.of(duration))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("window=" + duration);
            assertThatThrownBy(() -> StudyPlan.of(Duration.ofMinutes(1)).believingUpTo(duration))
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("maxAhead=" + duration);
        }
    }
}
