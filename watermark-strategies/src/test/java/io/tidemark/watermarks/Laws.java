package io.tidemark.watermarks;

import java.util.Random;

/**
 * Histories from known laws of lag, a hundred events a second in the order of arrival: event {@code
 * i} is taken by the log at {@code i * 10} ms and happened its lag before.
 */
enum Laws {
    EXPONENTIAL {
        @Override
        double lag(Random random, double position) {
            return exponential(random, 1_000);
        }
    },
    LOGNORMAL {
        @Override
        double lag(Random random, double position) {
            return 300 * Math.exp(1.2 * random.nextGaussian());
        }
    },
    PARETO {
        @Override
        double lag(Random random, double position) {
            return 100 * Math.pow(1 - random.nextDouble(), -1 / 1.5);
        }
    },
    /** Two days of a lag that is four times as long at noon as at midnight. */
    DIURNAL {
        @Override
        double lag(Random random, double position) {
            return exponential(random, 1_000 - 600 * Math.cos(4 * Math.PI * position));
        }
    },
    /** A lag that becomes four times as long. */
    DRIFT {
        @Override
        double lag(Random random, double position) {
            return exponential(random, 500 + 1_500 * position);
        }
    },
    /** Thrice another lag, all of a sudden. */
    REGIMES {
        @Override
        double lag(Random random, double position) {
            double[] means = {500, 2_000, 200, 1_000};
            return exponential(random, means[(int) (4 * position)]);
        }
    };

    static final long START = 1_700_000_000_000L;
    static final long GAP = 10;

    /** A lag in milliseconds at a position between 0 and 1 of the history. */
    abstract double lag(Random random, double position);

    private static double exponential(Random random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    Event[] history(Random random, int events) {
        Event[] history = new Event[events];
        for (int i = 0; i < events; i++) {
            long arrival = START + GAP * i;
            history[i] = Event.at(arrival - Math.round(lag(random, (double) i / events)), arrival);
        }
        return history;
    }
}
