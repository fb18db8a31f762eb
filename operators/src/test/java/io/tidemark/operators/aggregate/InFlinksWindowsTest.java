package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The aggregates in Flink's own session windows, which merge and copy them as they like. */
@ExtendWith(SeededRandom.class)
class InFlinksWindowsTest {

    private static final long GAP = 10;

    static Stream<Arguments> aggregatesOnBackends() {
        return AggregateCase.all()
                .flatMap(
                        aggregate ->
                                Stream.of(Backend.values())
                                        .map(backend -> Arguments.of(aggregate, backend)));
    }

    @ParameterizedTest
    @MethodSource("aggregatesOnBackends")
    void sessionsHaveTheResultOfTheirEvents(
            AggregateCase<?, ?> aggregate, Backend backend, Random random) throws Exception {
        check(aggregate, backend, random);
    }

    private static <A, R> void check(AggregateCase<A, R> sound, Backend backend, Random random)
            throws Exception {
        TypedAggregate<Reading, A, R> aggregate = sound.aggregate();
        DataStream<Reading> readings = TestStream.of(Reading.TYPE);
        SingleOutputStreamOperator<R> results =
                readings.keyBy(reading -> reading.item().length() % 3)
                        .window(EventTimeSessionWindows.withGap(Duration.ofMillis(GAP)))
                        .aggregate(aggregate, aggregate.accumulatorType(), aggregate.resultType());

        History<Reading> history = History.empty();
        List<TreeMap<Long, List<Reading>>> byTime =
                List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        for (int i = 0; i < 60; i++) {
            Reading reading = Reading.drawn(random);
            long time = random.nextInt(300);
            history.element(reading, time);
            byTime.get(reading.item().length() % 3)
                    .computeIfAbsent(time, t -> new ArrayList<>())
                    .add(reading);
        }
        Outcome<R> outcome =
                Replay.through(readings, results)
                        .on(backend)
                        .under(Disturbance.restoringEvery(25).losing(3).rescaling(1, 2))
                        .run(history);

        List<R> expected = new ArrayList<>();
        for (TreeMap<Long, List<Reading>> times : byTime) {
            A session = aggregate.createAccumulator();
            long last = Long.MIN_VALUE / 2;
            for (var entry : times.entrySet()) {
                if (entry.getKey() - last > GAP) {
                    if (last >= 0) {
                        expected.add(aggregate.getResult(session));
                    }
                    session = aggregate.createAccumulator();
                }
                for (Reading reading : entry.getValue()) {
                    session = aggregate.add(reading, session);
                }
                last = entry.getKey();
            }
            if (last >= 0) {
                expected.add(aggregate.getResult(session));
            }
        }
        assertThat(outcome.restores()).isPositive();
        assertThat(outcome.values()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
