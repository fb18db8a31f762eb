package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The queue beside two sets: the keys that wait, and those that are ready. */
@ExtendWith(SeededRandom.class)
class DueQueueTest {

    private static final int STEPS = 3_000;
    private static final int KEYS = 40;

    private final DueQueue<Integer> queue = new DueQueue<>();
    private final Set<HotKey<Integer>> waiting = new HashSet<>();
    private final Set<HotKey<Integer>> ready = new HashSet<>();
    private final List<HotKey<Integer>> keys = new ArrayList<>();
    private long reached = Long.MIN_VALUE;

    private static final class Key extends HotKey<Integer> {

        Key(int number) {
            super(number);
        }
    }

    DueQueueTest() {
        for (int i = 0; i < KEYS; i++) {
            keys.add(new Key(i));
        }
    }

    @RepeatedTest(20)
    void hasReadyWhatIsDue(Random random) {
        // Many in one bucket, or each in one of its own; on both sides of zero.
        int spread = List.of(10, 300, 20_000).get(random.nextInt(3));
        long watermark = Draws.base(random);
        for (int i = 0; i < STEPS; i++) {
            HotKey<Integer> key = keys.get(random.nextInt(KEYS));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> place(key, watermark + random.nextInt(spread) - spread / 8);
                case 3 -> later(key, random.nextInt(spread));
                case 4 -> remove(key);
                case 5, 6 -> poll();
                default -> {
                    watermark += random.nextInt(spread / 2);
                    advance(watermark);
                }
            }
            assertThat(queue.nothingReady()).isEqualTo(ready.isEmpty());
        }
        advance(Long.MAX_VALUE);
        while (!ready.isEmpty()) {
            poll();
        }
        poll();
        assertThat(waiting).isEmpty();
    }

    private void place(HotKey<Integer> key, long due) {
        key.due = due;
        queue.place(key);
        if (due <= reached) {
            waiting.remove(key);
            ready.add(key);
        } else if (!ready.contains(key)) {
            waiting.add(key);
        }
    }

    /** What is due later need not be placed again. */
    private void later(HotKey<Integer> key, long millis) {
        if (key.due != HotKey.NEVER) {
            key.due += millis;
        }
    }

    private void remove(HotKey<Integer> key) {
        queue.remove(key);
        waiting.remove(key);
        ready.remove(key);
    }

    private void advance(long watermark) {
        reached = watermark;
        queue.advance(watermark);
        waiting.stream().filter(key -> key.due <= watermark).forEach(ready::add);
        waiting.removeAll(ready);
    }

    private void poll() {
        @Nullable HotKey<Integer> polled = queue.poll();
        if (polled == null) {
            assertThat(ready).isEmpty();
        } else {
            assertThat(ready.remove(polled)).as("ready: %s", polled.key).isTrue();
        }
    }

    @Test
    void aKeyWithNothingDueIsTakenOut() {
        HotKey<Integer> key = keys.get(0);
        key.due = 5;
        queue.place(key);
        key.due = HotKey.NEVER;
        queue.place(key);
        queue.advance(Long.MAX_VALUE);

        assertThat(queue.poll()).isNull();
        assertThat(key.bucket).isEqualTo(DueQueue.NOWHERE);
    }

    @Test
    void aKeyThatIsDueSoonerThanItWasIsLaidThere() {
        HotKey<Integer> key = keys.get(0);
        key.due = 1_000;
        queue.place(key);
        key.due = 5;
        queue.place(key);
        queue.advance(4);
        assertThat(queue.nothingReady()).isTrue();
        queue.advance(5);

        assertThat(queue.poll()).isSameAs(key);
    }

    @Test
    void aKeyThatIsDueAlreadyComesBehindThoseThatAreReady() {
        keys.get(0).due = 5;
        queue.place(keys.get(0));
        queue.advance(10);
        keys.get(1).due = 3;
        queue.place(keys.get(1));

        assertThat(queue.poll()).isSameAs(keys.get(0));
        assertThat(queue.poll()).isSameAs(keys.get(1));
    }

    @Test
    void whatIsLaterInABucketWaitsForItsTime() {
        for (int i = 0; i < KEYS; i++) {
            keys.get(i).due = i;
            queue.place(keys.get(i));
        }
        for (int i = 0; i < KEYS; i++) {
            queue.advance(i);
            assertThat(queue.poll()).isSameAs(keys.get(i));
            assertThat(queue.poll()).isNull();
        }
    }
}
