package io.tidemark.operators.late;

import io.tidemark.operators.testing.History;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Logs of a few partitions, disordered at random, and the settings of the gate that judges them.
 */
record GateCase(
        List<List<Row>> partitions,
        long windowSize,
        long delay,
        long step,
        long maxAhead,
        long allowedLateness) {

    static GateCase random(Random random) {
        long maxAhead = random.nextInt(20);
        List<List<Row>> partitions = new ArrayList<>();
        for (int partition = 0; partition < 4; partition++) {
            partitions.add(log(partition, 8 + random.nextInt(12), maxAhead, random));
        }
        return new GateCase(
                partitions,
                1 + random.nextInt(40),
                random.nextInt(40),
                1 + random.nextInt(15),
                maxAhead,
                random.nextBoolean() ? 0 : random.nextInt(40));
    }

    private static List<Row> log(int partition, int rows, long maxAhead, Random random) {
        List<Row> log = new ArrayList<>();
        // Around the epoch, so that half of the times are negative.
        long now = random.nextLong(-150, -50);
        for (int offset = 0; offset < rows; offset++) {
            now += random.nextInt(30);
            long time = random.nextInt(3) == 0 ? now - random.nextInt(120) : now;
            // One in ten lies at the bound of what is believed, on either side of it.
            long logTime =
                    random.nextInt(10) == 0
                            ? time - maxAhead - random.nextInt(2)
                            : time + random.nextInt(50);
            log.add(new Row(partition, offset, time, logTime));
        }
        return log;
    }

    /** The rows in one of the orders in which partitions may be read, with watermarks thrown in. */
    History<Row> interleaved(Random random) {
        List<Deque<Row>> rest = new ArrayList<>();
        partitions.forEach(log -> rest.add(new ArrayDeque<>(log)));
        History<Row> history = History.empty();
        while (!rest.isEmpty()) {
            Deque<Row> log = rest.get(random.nextInt(rest.size()));
            int run = 1 + random.nextInt(4);
            for (int i = 0; i < run && !log.isEmpty(); i++) {
                Row row = log.removeFirst();
                history.element(row, row.time());
            }
            rest.removeIf(Deque::isEmpty);
            if (random.nextInt(6) == 0) {
                history.watermark(-300 + history.steps().size());
            }
            if (random.nextInt(12) == 0) {
                history.barrier();
            }
        }
        return history;
    }

    SteppedDelay strategy() {
        return new SteppedDelay(delay, step, maxAhead);
    }
}
