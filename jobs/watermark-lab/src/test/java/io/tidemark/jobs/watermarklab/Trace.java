package io.tidemark.jobs.watermarklab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Made-up events in the order in which they arrive: shoppers on good lines, on slow ones, and a few
 * in tunnels, whose events come in a bunch when the train is out again.
 */
final class Trace {

    /** One event; times are epoch ms. */
    record Event(long time, long arrival, int partition, String key) {}

    private static final long START = 1_796_112_000_000L;

    private Trace() {}

    /** The same as a file without arrival times holds them, and without clocks that run ahead. */
    static List<Event> ofFile(long seed, int count, int minutes) {
        return ofShop(seed, count, minutes).stream()
                .filter(event -> event.time() <= event.arrival())
                .toList();
    }

    /** So many events over so many minutes, in two partitions. */
    static List<Event> ofShop(long seed, int count, int minutes) {
        Random random = new Random(seed);
        long span = minutes * 60_000L;
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long time = START + (long) (random.nextDouble() * span);
            int phone = (int) Math.floor(Math.pow(random.nextDouble(), 2) * 120);
            int partition = phone % 2;
            double kind = random.nextDouble();
            boolean rush = time > START + span * 0.55 && time < START + span * 0.7;
            double lag;
            if (kind < (rush ? 0.70 : 0.90)) {
                lag = 180 + 420 * Math.exp(0.5 * random.nextGaussian());
            } else if (kind < 0.988) {
                lag = 1_900 * Math.exp(0.8 * random.nextGaussian());
            } else {
                // The tunnels end at the same moments for everybody in them.
                long out = (time / 41_000 + 1) * 41_000;
                lag = out - time + 400 * random.nextDouble();
            }
            events.add(new Event(time, time + (long) lag, partition, "phone-" + phone));
        }
        for (int i = 0; i < 3; i++) {
            long arrival = START + span * (i + 1) / 5;
            events.add(new Event(arrival + 7_200_000, arrival, 1, "phone-" + (900 + i)));
        }
        events.sort(Comparator.comparingLong(Event::arrival));
        return events;
    }

    /** So many events, all of the same moment and all arriving at once. */
    static List<Event> ofOneMoment(int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(new Event(START, START + 250, 0, "till"));
        }
        return events;
    }
}
