package io.tidemark.operators.dedup;

import io.tidemark.operators.testing.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Purchases and watermarks at random, in which every purchase lies less than the slack behind the
 * watermark; many lie exactly on one of the bounds.
 */
record DedupCase(History<Purchase> history, long horizonMillis, long slackMillis) {

    /** The first four have one hash code, so whatever is kept by hash keeps them together. */
    private static final List<String> IDS = List.of("AaAa", "AaBB", "BBAa", "BBBB", "x", "y");

    static DedupCase random(Random random, int steps) {
        long slack = random.nextInt(20);
        long horizon = slack + random.nextInt(40);
        History<Purchase> history = History.empty();
        List<Purchase> sent = new ArrayList<>();
        long watermark = -200;
        history.watermark(watermark);
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    watermark += random.nextInt(25);
                    history.watermark(watermark);
                }
                case 1 -> {
                    if (!sent.isEmpty()) {
                        // Onto the millisecond at which a purchase may be forgotten, or beside it.
                        Purchase one = sent.get(random.nextInt(sent.size()));
                        long at = one.time() + horizon + slack - 1 + random.nextInt(3);
                        if (at > watermark && at < watermark + 200) {
                            watermark = at;
                            history.watermark(watermark);
                        }
                    }
                }
                case 2 -> history.barrier();
                default -> {
                    Purchase next = purchase(i, watermark, horizon, slack, sent, random);
                    sent.add(next);
                    history.element(next, next.time());
                }
            }
        }
        return new DedupCase(history, horizon, slack);
    }

    private static Purchase purchase(
            int sequence,
            long watermark,
            long horizon,
            long slack,
            List<Purchase> sent,
            Random random) {
        // The oldest time that any window can still take, and some way into the future.
        long earliest = watermark - slack + 1;
        long time = earliest + random.nextInt(60);
        if (!sent.isEmpty() && random.nextInt(3) != 0) {
            Purchase one = sent.get(random.nextInt(sent.size()));
            long distance =
                    switch (random.nextInt(4)) {
                        case 0 -> 0;
                        case 1 -> horizon;
                        case 2 -> horizon + 1;
                        default -> random.nextInt(50);
                    };
            time = one.time() + (random.nextBoolean() ? distance : -distance);
            return new Purchase(one.id(), Math.max(time, earliest), sequence);
        }
        return new Purchase(IDS.get(random.nextInt(IDS.size())), time, sequence);
    }
}
