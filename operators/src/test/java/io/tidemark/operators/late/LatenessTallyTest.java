package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LatenessTallyTest {

    @Test
    void staysSmallHoweverManyKeysAndWindowsThereAre() {
        LatenessTally tally = new LatenessTally();
        int events = 100_000;
        for (int i = 0; i < events; i++) {
            // Every fourth is of one key and one window; the others have their own.
            long window = i % 4 == 0 ? 60_000 : 60_000 * (i + 2L);
            tally.add(late(window), i % 4 == 0 ? "often" : "key" + i);
        }

        LatenessFigures figures = tally.figures();

        assertThat(figures.late()).isEqualTo(events);
        assertThat(figures.keys()).hasSizeLessThanOrEqualTo(2 * LatenessTally.KEYS_KEPT);
        assertThat(figures.keyError())
                .isPositive()
                .isLessThanOrEqualTo(events / (LatenessTally.KEYS_KEPT + 1));
        assertThat(figures.keys().get("often"))
                .isBetween(events / 4 - figures.keyError(), events / 4L);
        assertThat(figures.windows()).hasSizeLessThanOrEqualTo(2 * LatenessTally.WINDOWS_KEPT);
        assertThat(figures.windowError())
                .isPositive()
                .isLessThanOrEqualTo(events / (LatenessTally.WINDOWS_KEPT + 1));
        assertThat(figures.windows().get(60_000L))
                .isBetween(events / 4 - figures.windowError(), events / 4L);
    }

    @Test
    void aKeyIsToldByItsFirstCharactersAndNoneOfThemIsCutInHalf() {
        String long1 = "x".repeat(200) + "1";
        String long2 = "x".repeat(200) + "2";
        String face = "x".repeat(199) + "😀";
        LatenessTally tally = new LatenessTally();
        for (String key : List.of(long1, long2, face)) {
            tally.add(late(60_000), key);
        }

        assertThat(tally.figures().keys())
                .isEqualTo(Map.of("x".repeat(200), 2L, "x".repeat(199), 1L));
    }

    @Test
    void figuresStayAsTheyWereWhenTheTallyGoesOn() {
        LatenessTally tally = new LatenessTally();
        tally.add(late(60_000), "a");
        LatenessFigures figures = tally.figures();

        tally.add(late(60_000), "a");
        tally.clear();
        assertThat(tally.isEmpty()).isTrue();
        tally.add(figures);

        assertThat(tally.figures()).isEqualTo(figures);
    }

    private static Late<String> late(long windowEnd) {
        return new Late<>("event", windowEnd - 1, windowEnd + 9, windowEnd);
    }
}
