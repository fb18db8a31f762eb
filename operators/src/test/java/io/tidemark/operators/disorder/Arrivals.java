package io.tidemark.operators.disorder;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Histories that come out of order in every way that a log has. */
final class Arrivals {

    private Arrivals() {}

    /** One event of a history. */
    record Arrival(long eventTime, long arrival, String key) {}

    /** A history with a tempo, a law of lag, grain, ties and nonsense of its own. */
    static List<Arrival> drawn(Random random, int events) {
        long gap = 1L << random.nextInt(22);
        double spread = Math.pow(10, random.nextInt(9));
        long grain = random.nextInt(3) == 0 ? 1_000 : 1;
        double nonsense = random.nextInt(3) == 0 ? 0.02 : 0;
        long now = random.nextInt(4) == 0 ? -20_000_000 : 1_700_000_000_000L;
        List<Arrival> history = new ArrayList<>(events);
        for (int i = 0; i < events; i++) {
            now += random.nextInt(4) == 0 ? 0 : (long) (random.nextDouble() * gap);
            double law = random.nextDouble();
            long lag =
                    law < 0.4
                            ? 0
                            : law < 0.9
                                    ? (long) (-Math.log(random.nextDouble()) * spread)
                                    : (long) Math.exp(random.nextGaussian() * 4 + 6);
            long time = Math.floorDiv(now - lag, grain) * grain;
            if (random.nextDouble() < nonsense) {
                time = nonsense(random, now);
            }
            history.add(new Arrival(time, now, "key " + random.nextInt(5)));
        }
        return history;
    }

    private static long nonsense(Random random, long now) {
        return switch (random.nextInt(6)) {
            case 0 -> now + 60_000;
            case 1 -> now + 60_001;
            case 2 -> now * 1_000;
            case 3 -> -now;
            case 4 -> now + (1L << random.nextInt(45));
            default -> now - (1L << random.nextInt(45));
        };
    }
}
