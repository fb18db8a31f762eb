package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class PendingEventsTest {

    private record Event(long time, int arrival) {}

    @RepeatedTest(200)
    void eventsComeOutInTheOrderOfTimeAndOfArrival(Random random) {
        PendingEvents<Event> pending = new PendingEvents<>();
        List<Event> expected = new ArrayList<>();
        int disorder = 1 + random.nextInt(500);
        int arrival = 0;
        for (int round = 0; round < 30; round++) {
            for (int i = random.nextInt(1 + random.nextInt(200)); i > 0; i--) {
                Event event = new Event(arrival / 3 - random.nextInt(disorder), arrival++);
                pending.add(event, event.time());
                expected.add(event);
            }
            expected.sort(Comparator.comparingLong(Event::time)); // A stable sort.
            if (random.nextInt(10) == 0) {
                PendingEvents<Event> restored = new PendingEvents<>();
                restored.restore(pending.toStore());
                pending = restored;
            }
            pending.sort();
            int take = random.nextInt(4) == 0 ? expected.size() : expected.size() / 2;
            while (take > 0) {
                List<Event> first =
                        expected.stream().filter(e -> e.time() == expected.get(0).time()).toList();
                assertThat(pending.firstTime()).isEqualTo(expected.get(0).time());
                assertThat(pending.countOfFirstTime()).isEqualTo(first.size());
                for (int i = 0; i < first.size(); i++) {
                    assertThat(pending.get(i)).isEqualTo(first.get(i));
                }
                int count = random.nextBoolean() ? 1 : first.size();
                pending.removeFirst(count);
                expected.subList(0, count).clear();
                take -= count;
            }
            assertThat(pending.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
