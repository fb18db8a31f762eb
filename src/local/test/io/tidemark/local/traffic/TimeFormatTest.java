package io.tidemark.local.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TimeFormatTest {

    @Test
    void isoIsUtcUnlessItNamesAnOffset() {
        assertThat(TimeFormat.ISO.millisOf("1970-01-01T00:00:01Z")).hasValue(1000);
        assertThat(TimeFormat.ISO.millisOf("1970-01-01T01:00:01.5+01:00")).hasValue(1500);
        assertThat(TimeFormat.ISO.millisOf("1970-01-01T00:00:01")).hasValue(1000);
        assertThat(TimeFormat.ISO.millisOf("1970-01-01 00:01")).hasValue(60_000);
        assertThat(TimeFormat.ISO.millisOf("1970-01-02")).hasValue(86_400_000);
        assertThat(TimeFormat.ISO.millisOf("1969-12-31T23:59:59Z")).hasValue(-1000);
    }

    @Test
    void numbersAreCountedFrom1970() {
        assertThat(TimeFormat.MILLIS.millisOf("1500")).hasValue(1500);
        assertThat(TimeFormat.SECONDS.millisOf("1.5")).hasValue(1500);
        assertThat(TimeFormat.SECONDS.millisOf("-1")).hasValue(-1000);
    }

    @Test
    void whatIsNoTimeIsPassedOver() {
        for (String text : new String[] {"", "soon", "2009-13-01", "2009-12-01T25:00", "1500"}) {
            assertThat(TimeFormat.ISO.millisOf(text)).as(text).isEmpty();
        }
        for (String text : new String[] {"", "soon", "1e99999", "99999999999999999999", "0x10"}) {
            assertThat(TimeFormat.MILLIS.millisOf(text)).as(text).isEmpty();
            assertThat(TimeFormat.SECONDS.millisOf(text)).as(text).isEmpty();
        }
    }

    @Test
    void aFormatIsKnownByItsNameInADescription() {
        assertThat(TimeFormat.named("seconds")).isEqualTo(TimeFormat.SECONDS);
        assertThatThrownBy(() -> TimeFormat.named("ISO"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("iso, millis, seconds");
    }
}
