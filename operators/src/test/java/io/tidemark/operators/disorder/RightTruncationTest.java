package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.disorder.Arrivals.Arrival;
import io.tidemark.operators.testing.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(SeededRandom.class)
class RightTruncationTest {

    /** A law of lag with scale 1. */
    private enum Law {
        EXPONENTIAL(random -> -Math.log(random.nextDouble())),
        LOGNORMAL(random -> Math.exp(random.nextGaussian())),
        GAMMA(random -> -Math.log(random.nextDouble()) - Math.log(random.nextDouble())),
        MIXTURE(
                random ->
                        random.nextDouble() < 0.8
                                ? -0.2 * Math.log(random.nextDouble())
                                : 2 - 0.7 * Math.log(random.nextDouble()));

        private final ToDoubleFunction<Random> draw;

        Law(ToDoubleFunction<Random> draw) {
            this.draw = draw;
        }

        double quantile(double share, Random random) {
            double[] drawn = new double[200_000];
            Arrays.setAll(drawn, i -> draw.applyAsDouble(random));
            Arrays.sort(drawn);
            return drawn[(int) (share * drawn.length)];
        }
    }

    /** When events happen, as parts of the time that is observed. */
    private enum Rate {
        CONSTANT,
        GROWING,
        BURSTY;

        double draw(Random random, double spans) {
            double even = random.nextDouble();
            return switch (this) {
                case CONSTANT -> even;
                case GROWING -> 1 + Math.log(even + (1 - even) * Math.exp(-spans)) / spans;
                case BURSTY -> random.nextBoolean() ? even : (random.nextInt(5) + 0.05 * even) / 5;
            };
        }
    }

    /** What has arrived of a history by its end, which is so many 95% lags after its beginning. */
    private static RightTruncation observed(
            Law law, Rate rate, double p95, double spans, double unit, int events, Random random) {
        double length = spans * p95;
        List<Arrival> arrived = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            double time = rate.draw(random, spans) * length;
            double arrival = time + law.draw.applyAsDouble(random);
            if (arrival <= length) {
                arrived.add(new Arrival((long) (time * unit), (long) (arrival * unit), "anyone"));
            }
        }
        arrived.sort(Comparator.comparingLong(Arrival::arrival));
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofMinutes(1)), 0);
        arrived.forEach(event -> study.add(event.eventTime(), event.arrival(), null));
        return study.findings().lagTruncation();
    }

    @ParameterizedTest
    @EnumSource
    void findsTheTailThatIsStillToCome(Law law) {
        long seed = Long.getLong(SeededRandom.PROPERTY, System.nanoTime());
        Random random = new Random(seed);
        double p95 = law.quantile(0.95, random);
        for (Rate rate : Rate.values()) {
            for (int round = 0; round < 3; round++) {
                double unit = Math.pow(10, 3 + random.nextInt(6));
                double spans = 4 + 6 * random.nextDouble();
                RightTruncation seen = observed(law, rate, p95, spans, unit, 60_000, random);
                String what = law + " " + rate + " seed " + seed + " spans " + spans;
                OptionalLong corrected = seen.corrected(0.95);
                // Under growth few events are old: there it may say that it cannot tell.
                if (rate != Rate.GROWING || spans < 6) {
                    assertThat(corrected).as(what).isPresent();
                }
                if (corrected.isPresent()) {
                    double error = largestError(law, rate);
                    assertThat(corrected.getAsLong() / unit)
                            .as(what)
                            .isBetween(p95 * (1 - error), p95 * (1 + error));
                    assertThat((double) corrected.getAsLong())
                            .isGreaterThanOrEqualTo(seen.naive(0.95));
                }
            }
        }
    }

    /**
     * Seven standard deviations or more, relative: 2.7% where the tail is heavy and few events are
     * old enough to show it, else at most 1.2%.
     */
    private static double largestError(Law law, Rate rate) {
        return law == Law.LOGNORMAL && rate == Rate.GROWING ? 0.2 : 0.1;
    }

    @RepeatedTest(3)
    void correctsADailySeriesThatGrows(Random random) {
        // An outbreak: onsets and reports by the day, doubling each week, cut while it grows.
        long day = 86_400_000;
        double growth = Math.log(2) / 14;
        DelayStudy study = DelayStudy.of(StudyPlan.of(Duration.ofDays(7)), 0);
        List<Arrival> reports = new ArrayList<>();
        double[] lags = new double[100_000];
        for (int i = 0; i < lags.length; i++) {
            double even = random.nextDouble();
            double onset = 120 + Math.log(even + (1 - even) * Math.exp(-120 * growth)) / growth;
            lags[i] = 9 * Math.exp(0.67 * random.nextGaussian());
            if (onset + lags[i] <= 120) {
                reports.add(
                        new Arrival(
                                (long) Math.floor(onset) * day,
                                (long) Math.floor(onset + lags[i]) * day,
                                ""));
            }
        }
        Arrays.sort(lags);
        double truth = lags[95_000];
        reports.sort(Comparator.comparingLong(Arrival::arrival));
        reports.forEach(event -> study.add(event.eventTime(), event.arrival(), null));
        RightTruncation seen = study.findings().lagTruncation();
        assertThat(seen.naive(0.95) / (double) day).isLessThan(truth * 0.85);
        assertThat(seen.corrected(0.95)).isPresent();
        assertThat(seen.corrected(0.95).getAsLong() / (double) day)
                .isBetween(truth * 0.9, truth * 1.1);
        double arrived = reports.size() / 100_000.0;
        assertThat(seen.unseenShare().orElseThrow())
                .isBetween(0.7 * (1 - arrived), 1 - arrived * 0.9);
    }

    @RepeatedTest(5)
    void makesNothingUpWhereTheLogIsShorterThanTheTail(Random random) {
        double p95 = Law.LOGNORMAL.quantile(0.95, random);
        for (Rate rate : Rate.values()) {
            RightTruncation seen =
                    observed(Law.LOGNORMAL, rate, p95, 0.6, 1_000_000, 30_000, random);
            assertThat(seen.corrected(0.95)).as(rate.name()).isEmpty();
            assertThat(seen.corrected(0.99)).as(rate.name()).isEmpty();
        }
    }
}
