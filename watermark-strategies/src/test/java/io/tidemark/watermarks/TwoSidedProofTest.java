package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The share promised is kept, and not by waiting for ever. */
@ExtendWith(SeededRandom.class)
class TwoSidedProofTest {

    private static final int EVENTS = 100_000;
    private static final double[] SHARES = {0.001, 0.01, 0.05};
    private static final Duration AT_MOST = Duration.ofDays(1);

    @ParameterizedTest
    @EnumSource(Laws.class)
    void theShareIsKeptAndTheWaitIsThatOfTheBestConstantDelay(Laws law, Random random) {
        Event[] history = law.history(random, EVENTS);
        for (double share : SHARES) {
            Verdicts verdicts = Verdicts.of(strategy(law, share), history);
            assertThat(verdicts.share()).as("share " + share).isLessThanOrEqualTo(share + 0.005);
            assertThat(verdicts.meanWait())
                    .as("mean wait for " + share)
                    .isLessThanOrEqualTo(1.2 * Verdicts.bestConstantDelay(history, share));
        }
    }

    /**
     * Cases of 500 days, reported some days after, once a week: a log that began with nothing, and
     * for long is not much older than its delays. What it holds of them at first is too short.
     */
    @RepeatedTest(3)
    void theShareIsKeptFromTheBeginningOfALogThatBeganWithNothing(Random random) {
        Event[] history = reportedWeekly(random);
        for (double share : SHARES) {
            Verdicts verdicts =
                    Verdicts.of(
                            QuantileWatermarks.losing(
                                    share, Duration.ofDays(365), Event.loggedTimes()),
                            history);
            assertThat(verdicts.share()).as("share " + share).isLessThanOrEqualTo(share + 0.005);
            assertThat(verdicts.meanWait())
                    .as("mean wait for " + share)
                    .isLessThanOrEqualTo(1.2 * Verdicts.bestConstantDelay(history, share));
        }
    }

    private static Event[] reportedWeekly(Random random) {
        long day = Duration.ofDays(1).toMillis();
        List<Event> cases = new ArrayList<>(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            long time = Laws.START / day * day + i * 500L / EVENTS * day;
            double days = Math.exp(1.5 + 0.9 * random.nextGaussian());
            long reported = ((long) (time + days * day) / (7 * day) + 1) * 7 * day;
            cases.add(Event.at(time, reported));
        }
        Collections.shuffle(cases, random);
        cases.sort(Comparator.comparingLong(Event::logTime));
        return cases.toArray(Event[]::new);
    }

    /**
     * A plain histogram takes a quantile of the last 5,000 disorders as the delay. Where the lag
     * never changes the best delay is a constant and both find it; where it changes, ours waits
     * less.
     */
    @ParameterizedTest
    @EnumSource(Laws.class)
    void itWaitsLessThanAPlainHistogramThatKeepsTheSameShare(Laws law, Random random) {
        Event[] history = law.history(random, EVENTS);
        double ratios = 0;
        for (double share : SHARES) {
            Verdicts ours = Verdicts.of(strategy(law, share), history);
            ratios += ours.meanWait() / plainWaitAtShare(history, ours.share());
        }
        assertThat(ratios / SHARES.length).isLessThan(law == Laws.REGIMES ? 1.0 : 1.1);
    }

    /** A change costs the more the larger the share, so where one is due the horizon is shorter. */
    private static QuantileWatermarks<Event> strategy(Laws law, double share) {
        QuantileWatermarks<Event> usual = QuantileWatermarks.losing(share, AT_MOST, Event.times());
        boolean changes = law == Laws.REGIMES || law == Laws.DRIFT;
        return changes && share > 0.02 ? usual.over(5_000) : usual;
    }

    /**
     * What a plain histogram waits when its own target is set so that it loses the same share:
     * between the two targets next to it, by where the share lies between theirs. The wait of
     * either alone would be off by more than the two strategies differ, where the tail is heavy.
     */
    private static double plainWaitAtShare(Event[] history, double share) {
        double low = share / 4;
        double high = Math.min(0.5, share * 4);
        Verdicts fewer = plain(history, low);
        Verdicts more = plain(history, high);
        for (int i = 0; i < 8; i++) {
            double middle = Math.sqrt(low * high);
            Verdicts plain = plain(history, middle);
            if (plain.share() > share) {
                high = middle;
                more = plain;
            } else {
                low = middle;
                fewer = plain;
            }
        }
        if (fewer.share() >= share) {
            return fewer.meanWait(); // It loses more even when it waits for nearly all.
        }
        double position = (share - fewer.share()) / (more.share() - fewer.share());
        return fewer.meanWait() + position * (more.meanWait() - fewer.meanWait());
    }

    private static Verdicts plain(Event[] history, double share) {
        long[] last = new long[5_000];
        long max = history[0].time();
        long watermark = Long.MIN_VALUE;
        long delay = 0;
        long behind = 0;
        double waits = 0;
        long waiting = 0;
        for (int i = 0; i < history.length; i++) {
            long time = history[i].time();
            behind += time <= watermark ? 1 : 0;
            last[i % last.length] = Math.max(0, max - time);
            max = Math.max(max, time);
            if (i >= 100) {
                if (i % 500 == 100) {
                    int held = Math.min(i + 1, last.length);
                    long[] sorted = Arrays.copyOf(last, held);
                    Arrays.sort(sorted);
                    delay = sorted[held - 1 - (int) (share * held)];
                }
                watermark = Math.max(watermark, max - delay - 1);
                waits += max - 1 - watermark;
                waiting++;
            }
        }
        return new Verdicts(history.length, behind, waits / waiting);
    }
}
