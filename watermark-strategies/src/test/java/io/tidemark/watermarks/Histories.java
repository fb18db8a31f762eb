package io.tidemark.watermarks;

import java.util.Random;

/** Histories without a law: the lag jumps, keys differ, stamps are wrong, marks are rare. */
final class Histories {

    private static final int KEYS = 8;

    /** Below the minute that events are believed ahead of each other. */
    private static final long CALM_GAP_MILLIS = 50_000;

    private Histories() {}

    /**
     * A wild history with a calm at its end, a fifth of the events. A strategy may be silent as
     * long as the history gives it reason to; the calm of 1,500 events outlasts three times an
     * hour, the longest delay of any test, and after it every strategy has spoken.
     */
    static Event[] wild(Random random, int events) {
        Event[] history = new Event[events];
        long arrival = Laws.START;
        double meanLag = 1_000;
        long gap = 10;
        int calm = events / 5;
        for (int i = 0; i < events - calm; i++) {
            if (random.nextInt(200) == 0) {
                meanLag = Math.pow(10, 1 + 4 * random.nextDouble());
                gap = 1L + random.nextInt(100);
            }
            arrival += random.nextInt(500) == 0 ? 600_000 : gap;
            long key = random.nextInt(KEYS);
            long lag = Math.round(-meanLag * Math.log(1 - random.nextDouble())) + key * 100;
            long time =
                    switch (random.nextInt(100)) {
                        case 0 -> arrival + 7_200_000;
                        case 1 -> Event.NO_TIME;
                        case 2 -> arrival - 86_400_000L * 365;
                        default -> arrival - lag;
                    };
            long mark = random.nextInt(50) == 0 ? arrival - 3_000 : Event.NO_TIME;
            history[i] =
                    new Event(time, random.nextInt(40) == 0 ? Event.NO_TIME : arrival, key, mark);
        }
        for (int i = events - calm; i < events; i++) {
            arrival += CALM_GAP_MILLIS;
            history[i] = Event.ofKey(i % KEYS, arrival - random.nextInt(1_000), arrival);
        }
        return history;
    }
}
