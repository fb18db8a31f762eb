package io.tidemark.operators.window;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.aggregate.Count;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** State that is restored under other settings than it was written with. */
class ChangedSettingsTest {

    private static final AlignedWindows TUMBLING = EventTimeWindows.tumbling(ofMillis(10));
    private static final AlignedWindows HOPPING =
            EventTimeWindows.hopping(ofMillis(40), ofMillis(5));
    private static final long SAVED_AT = 52;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit gives it.
    private Path directory;

    /** Windows with a name, for the reports. */
    record Asked(String name, WindowAggregation<Sale, ?, Long> windows) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static WindowAggregation<Sale, ?, Long> count(AlignedWindows... windows) {
        return WindowAggregation.of(List.of(windows), Count.<Sale>events());
    }

    private static WindowAggregation<Sale, ?, Long> sessions(long gap) {
        return WindowAggregation.of(
                EventTimeWindows.<Sale>sessions(ofMillis(gap)), Count.<Sale>events());
    }

    private static WindowAggregation<Sale, ?, Long> late(Panes panes) {
        return count(HOPPING).allowedLateness(ofMillis(20)).emitting(panes);
    }

    private static Arguments of(
            String name,
            WindowAggregation<Sale, ?, Long> stored,
            WindowAggregation<Sale, ?, Long> asked) {
        return Arguments.of(new Asked("from " + name, stored), new Asked("", asked));
    }

    private static Arguments refused(
            String words,
            WindowAggregation<Sale, ?, Long> stored,
            WindowAggregation<Sale, ?, Long> asked) {
        return Arguments.of(words, new Asked("", stored), new Asked("", asked));
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(
                        "windows=tumbling 10ms and are asked for with windows=hopping 40ms by 5ms,",
                        count(TUMBLING),
                        count(HOPPING)),
                refused(
                        "windows=tumbling 10ms and are asked for with"
                                + " windows=tumbling 10ms, hopping 40ms by 5ms,",
                        count(TUMBLING),
                        count(TUMBLING, HOPPING)),
                refused(
                        "windows=tumbling 10ms, hopping 40ms by 5ms and are asked for with"
                                + " windows=hopping 40ms by 5ms,",
                        count(TUMBLING, HOPPING),
                        count(HOPPING)),
                refused(
                        "windows=tumbling 10ms and are asked for with windows=sessions PT0.01S,",
                        count(TUMBLING),
                        sessions(10)),
                refused(
                        "windows=sessions PT0.01S and are asked for with windows=sessions PT0.02S,",
                        sessions(10),
                        sessions(20)),
                refused(
                        "allowedLateness=PT0.02S and are asked for with allowedLateness=PT0.03S,",
                        late(Panes.finalOnly()),
                        late(Panes.finalOnly()).allowedLateness(ofMillis(30))),
                refused(
                        "allowedLateness=PT0.02S and are asked for with allowedLateness=PT0S,",
                        late(Panes.accumulating()),
                        late(Panes.accumulating()).allowedLateness(ofMillis(0))),
                refused(
                        "emitting=one row a window and are asked for with emitting=accumulating,",
                        late(Panes.finalOnly()),
                        late(Panes.accumulating())),
                refused(
                        "emitting=accumulating and are asked for with emitting=retracting,",
                        late(Panes.accumulating()),
                        late(Panes.retracting())),
                refused(
                        "emitting=discarding and are asked for with"
                                + " emitting=discarding with early rows,",
                        late(Panes.discarding()),
                        late(Panes.discarding().earlyEvery(ofMillis(7)))),
                refused(
                        "emitting=one row a window and are asked for with"
                                + " emitting=discarding with early rows,",
                        count(HOPPING),
                        count(HOPPING).emitting(Panes.discarding().earlyEvery(ofMillis(7)))),
                refused(
                        "emittingEmptyFor=never and are asked for with emittingEmptyFor=some time,",
                        count(HOPPING),
                        count(HOPPING).emittingEmptyFor(ofMillis(5))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String words, Asked stored, Asked asked) throws Exception {
        save(stored.windows);

        assertThatThrownBy(() -> resume(asked.windows))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("uid=counts: its windows were stored with " + words)
                .hasMessageContaining("set it back, or give the windows another uid");
    }

    static Stream<Arguments> allowed() {
        return Stream.of(
                of("nothing", count(HOPPING), count(HOPPING)),
                of("more memory", count(HOPPING), count(HOPPING).keepingInMemory(1)),
                of("less memory", count(HOPPING).keepingInMemory(1), count(HOPPING)),
                of("unreported", count(HOPPING), count(HOPPING).reportingPartlyLate()),
                of("more windows", count(HOPPING, TUMBLING), count(HOPPING)),
                of("more longer windows", count(TUMBLING, HOPPING), count(TUMBLING)),
                of(
                        "final to accumulating",
                        count(HOPPING),
                        count(HOPPING).emitting(Panes.accumulating())),
                of(
                        "final to early",
                        count(HOPPING),
                        count(HOPPING).emitting(Panes.accumulating().earlyEvery(ofMillis(7)))),
                of(
                        "final to early with retractions",
                        count(HOPPING),
                        count(HOPPING).emitting(Panes.retracting().earlyEvery(ofMillis(7)))),
                of(
                        "no early rows",
                        late(Panes.accumulating()),
                        late(Panes.accumulating().earlyEvery(ofMillis(7)))),
                of(
                        "early rows",
                        late(Panes.retracting().earlyEvery(ofMillis(7))),
                        late(Panes.retracting())),
                of(
                        "seldom early rows",
                        late(Panes.accumulating().earlyEvery(ofMillis(50))),
                        late(Panes.accumulating())),
                of(
                        "rarer early rows",
                        late(Panes.accumulating().earlyEvery(ofMillis(11))),
                        late(Panes.accumulating().earlyEvery(ofMillis(3)))),
                of(
                        "another horizon",
                        count(TUMBLING).emittingEmptyFor(ofMillis(3)),
                        count(TUMBLING).emittingEmptyFor(ofMillis(9))),
                of(
                        "empty windows",
                        count(TUMBLING).emittingEmptyFor(ofMillis(3)),
                        count(TUMBLING)));
    }

    /** What is sent after the restore is what comes of windows that were so from the beginning. */
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void allowed(Asked stored, Asked asked) throws Exception {
        save(stored.windows);
        History<Sale> all = History.empty();
        all.steps().addAll(before().steps());
        all.steps().addAll(after().steps());

        List<WindowResult<String, Long>> anew = run(asked.windows, all).values();
        List<WindowResult<String, Long>> resumed = resume(asked.windows).values();

        Map<String, Long> expected = contents(anew);
        expected.keySet().removeIf(window -> endOf(window) - 1 <= SAVED_AT);
        Map<String, Long> rows = contents(resumed);
        rows.keySet().removeIf(window -> endOf(window) - 1 <= SAVED_AT);
        assertThat(rows).isEqualTo(expected).isNotEmpty();
        if (!hasEarly(anew)) {
            assertThat(hasEarly(resumed)).as("early rows that nobody asked for").isFalse();
        }
    }

    private static boolean hasEarly(List<WindowResult<String, Long>> rows) {
        return rows.stream().anyMatch(row -> row.timing() == PaneTiming.EARLY);
    }

    private static long endOf(String window) {
        return Long.parseLong(window.substring(window.lastIndexOf(' ') + 1));
    }

    /** Of each window that was not empty what a reader ends up with. */
    private static Map<String, Long> contents(List<WindowResult<String, Long>> rows) {
        Map<String, Long> last = new HashMap<>();
        for (WindowResult<String, Long> row : rows) {
            String window = row.key() + " " + row.windows() + " " + row.start() + " " + row.end();
            if (!row.retraction()) {
                last.put(window, row.value());
            }
        }
        last.values().removeIf(value -> value == 0);
        return last;
    }

    /** State is stored with these words: they must stay as they are. */
    @Test
    void wordsStay() {
        Set<String> words =
                Stream.of(
                                TUMBLING,
                                EventTimeWindows.hopping(ofMillis(90_000), ofMillis(7))
                                        .offsetBy(ofMillis(3))
                                        .staggered(),
                                EventTimeWindows.days(ZoneId.of("Europe/Berlin")),
                                EventTimeWindows.weeks(ZoneId.of("UTC"), DayOfWeek.SUNDAY),
                                EventTimeWindows.months(ZoneId.of("Asia/Tokyo")))
                        .map(Object::toString)
                        .collect(Collectors.toSet());

        assertThat(words)
                .containsExactlyInAnyOrder(
                        "tumbling 10ms",
                        "hopping 90s by 7ms offset by 3ms staggered",
                        "days in Europe/Berlin",
                        "weeks from Sunday in UTC",
                        "months in Asia/Tokyo");
        assertThat(EventTimeWindows.sessions(ofMillis(5000))).hasToString("sessions PT5S");
        assertThat(EventTimeWindows.sessions(Sale::amount))
                .hasToString("sessions with a gap of the event's");
        assertThat(new SlidingRange(5000, SlidingRange.ALL)).hasToString("sliding over PT5S");
        assertThat(new SlidingRange(5000, 3)).hasToString("sliding over the last 3 within PT5S");
    }

    private void save(WindowAggregation<Sale, ?, Long> windows) throws Exception {
        replay(windows).save(before(), directory.resolve("saved"));
    }

    private Outcome<WindowResult<String, Long>> resume(WindowAggregation<Sale, ?, Long> windows)
            throws Exception {
        return replay(windows).resume(directory.resolve("saved"), after());
    }

    private static Outcome<WindowResult<String, Long>> run(
            WindowAggregation<Sale, ?, Long> windows, History<Sale> history) throws Exception {
        return replay(windows).run(history);
    }

    private static Replay<Sale, WindowResult<String, Long>> replay(
            WindowAggregation<Sale, ?, Long> windows) {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        return Replay.through(input, results(input, windows).results());
    }

    private static WindowedResults<WindowResult<String, Long>, Sale> results(
            DataStream<Sale> input, WindowAggregation<Sale, ?, Long> windows) {
        KeyedStream<Sale, String> keyed = input.keyBy(Sale::shop, Types.STRING);
        return windows.uid("counts").applyTo(keyed);
    }

    private static History<Sale> before() {
        History<Sale> history = History.empty();
        sales(history, "x", 3, 9, 31, 45, 46, 57, 61);
        sales(history, "gone", -30);
        history.watermark(50);
        sales(history, "y", 51, 58, 77);
        return history.watermark(SAVED_AT);
    }

    private static History<Sale> after() {
        History<Sale> history = History.empty();
        sales(history, "x", 54, 66);
        sales(history, "gone", 70);
        history.watermark(60);
        sales(history, "y", 62, 85);
        return history.watermark(75).watermark(130);
    }

    private static void sales(History<Sale> history, String shop, long... times) {
        for (long time : times) {
            history.element(new Sale(shop, time, 1), time);
        }
    }
}
