package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.Step;
import io.tidemark.operators.testing.TestStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions beside those of Flink's own window operator, which sends a row at each late event. */
@ExtendWith(SeededRandom.class)
class SessionsBesideFlinkTest {

    private static final int HISTORIES = WindowHistories.times(80);

    private static final OutputTag<Sale> LATE = new OutputTag<>("late", Sale.TYPE);

    /** What left an operator: rows as {@code key start end=content}, and late events. */
    private record Left(List<String> rows, List<Sale> late) {

        /** The last row of each key, start and end. */
        Map<String, String> table() {
            Map<String, String> table = new HashMap<>();
            rows.forEach(
                    row -> {
                        int at = row.indexOf('=');
                        table.put(row.substring(0, at), row.substring(at + 1));
                    });
            return table;
        }
    }

    @Test
    void sendTheSameRowsWhereNoLatenessIsAllowed(Random random) throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            SessionCase<List<Long>, List<Long>> drawn = drawn(0, random);
            Left flinks = flinks(drawn);
            for (Panes panes : List.of(Panes.finalOnly(), Panes.accumulating())) {
                Left ours = ours(drawn.with(panes));

                assertThat(ours.rows)
                        .as("%s", drawn)
                        .containsExactlyInAnyOrderElementsOf(flinks.rows);
                assertThat(ours.late).as("%s", drawn).isEqualTo(flinks.late);
            }
        }
    }

    @Test
    void endWithTheSameRowsWhereLatenessIsAllowed(Random random) throws Exception {
        for (int i = 0; i < HISTORIES; i++) {
            SessionCase<List<Long>, List<Long>> drawn = drawn(1 + random.nextInt(60), random);
            Left flinks = flinks(drawn);
            Left ours = ours(drawn);

            // Flink's other rows are of bounds that a session had in between.
            assertThat(flinks.table()).as("%s", drawn).containsAllEntriesOf(ours.table());
            assertThat(ours.late).as("%s", drawn).isEqualTo(flinks.late);
        }
    }

    private static SessionCase<List<Long>, List<Long>> drawn(long lateness, Random random) {
        long gap = SessionCase.randomGap(random);
        History<Sale> history =
                WindowCheck.possible(
                        SessionCase.history(gap, lateness, 0, random), Disturbance.none());
        return asked(gap, lateness, gap > 0 ? history : withoutTraps(history));
    }

    private static SessionCase<List<Long>, List<Long>> asked(
            long gap, long lateness, History<Sale> history) {
        return new SessionCase<>(
                gap, Plans.of(lateness, Panes.finalOnly(), -1), TestAggregate.LIST, history);
    }

    /**
     * Flink forgets what is in a session if an event comes whose own window is exactly the session,
     * and was not its first one.
     */
    @Test
    void keepWhatFlinkForgets() throws Exception {
        History<Sale> trap = History.empty();
        trap.element(new Sale("a", 5, 1013), 5); // [5, 15)
        trap.element(new Sale("a", 4, 2005), 4); // [4, 6)
        trap.element(new Sale("a", 4, 3014), 4); // [4, 15)

        assertThat(ours(asked(0, 0, trap)).rows).containsExactly("a 4 15=[1013, 2005, 3014]");
        assertThat(flinks(asked(0, 0, trap)).rows).containsExactly("a 4 15=[3014]");
    }

    /** Leaves out events whose own window might be exactly a session. */
    private static History<Sale> withoutTraps(History<Sale> history) {
        History<Sale> without = History.empty();
        Set<String> starts = new HashSet<>();
        Set<String> ends = new HashSet<>();
        for (Step<Sale> step : history.steps()) {
            if (step instanceof Step.Element<Sale> element) {
                Sale sale = element.value();
                long end = sale.time() + Math.max(1, SessionCase.ownGap(sale));
                boolean newStart = starts.add(sale.shop() + sale.time());
                boolean newEnd = ends.add(sale.shop() + end);
                if (!newStart && !newEnd) {
                    continue;
                }
            }
            without.steps().add(step);
        }
        return without;
    }

    private static Left ours(SessionCase<List<Long>, List<Long>> asked) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, List<Long>>, Sale> sessions = asked.apply(input);
        Outcome<WindowResult<String, List<Long>>> outcome =
                Replay.through(input, sessions.results()).run(asked.history());
        return new Left(
                outcome.values().stream()
                        .map(row -> line(row.key(), row.start(), row.end(), row.value().toString()))
                        .toList(),
                outcome.side(sessions.late()).stream().map(Late::event).toList());
    }

    private static Left flinks(SessionCase<List<Long>, List<Long>> asked) throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        AggregateTypes<List<Long>, List<Long>> types = asked.aggregate().types();
        EventTimeSessionWindows fixed =
                EventTimeSessionWindows.withGap(Duration.ofMillis(Math.max(1, asked.gap())));
        WindowFunction<List<Long>, String, String, TimeWindow> lines =
                SessionsBesideFlinkTest::collect;
        var keyed = input.keyBy(Sale::shop, Types.STRING);
        var windows =
                asked.gap() > 0
                        ? keyed.window(fixed)
                        : keyed.window(
                                EventTimeSessionWindows.<Sale>withDynamicGap(
                                        sale -> Math.max(1, SessionCase.ownGap(sale))));
        SingleOutputStreamOperator<String> rows =
                windows.allowedLateness(Duration.ofMillis(asked.plan().latenessMillis()))
                        .sideOutputLateData(LATE)
                        .aggregate(
                                asked.aggregate().function(),
                                lines,
                                types.accumulator(),
                                Types.STRING);
        return through(rows, asked.history());
    }

    /**
     * Flink's operator keeps a little state of keys that are over, so it needs a harness of its
     * own.
     */
    @SuppressWarnings({"unchecked", "try"}) // The operator reads sales and writes lines.
    private static Left through(SingleOutputStreamOperator<String> rows, History<Sale> history)
            throws Exception {
        var node = (OneInputTransformation<Sale, String>) rows.getTransformation();
        List<Sale> late = new ArrayList<>();
        try (var harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        node.getOperator(), Sale::shop, Types.STRING)) {
            harness.open();
            for (Step<Sale> step : history.steps()) {
                if (step instanceof Step.Element<Sale> element) {
                    harness.processElement(element.value(), element.timestamp());
                } else if (step instanceof Step.Mark<Sale> mark) {
                    harness.processWatermark(mark.time());
                }
            }
            harness.processWatermark(Long.MAX_VALUE);
            Queue<StreamRecord<Sale>> side = harness.getSideOutput(LATE);
            if (side != null) {
                side.forEach(record -> late.add(record.getValue()));
            }
            return new Left(List.copyOf(harness.extractOutputValues()), late);
        }
    }

    private static void collect(
            String key, TimeWindow window, Iterable<List<Long>> content, Collector<String> out) {
        content.forEach(
                list ->
                        out.collect(
                                line(key, window.getStart(), window.getEnd(), list.toString())));
    }

    private static String line(String key, long start, long end, String value) {
        return key + " " + start + " " + end + "=" + value;
    }
}
