package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.History;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Savepoints that earlier versions wrote are restored by this one.
 *
 * <p>A version whose state is laid out otherwise, or a kind of windows that has no savepoint yet,
 * adds its own: a name to {@link #VERSIONS} or a case to {@link #CASES}, and then once
 *
 * <pre>
 * mvn -pl operators -am test -Dtest=SavepointTest#write -Dtidemark.savepoints=src/test/resources/savepoints
 * </pre>
 *
 * <p>writes the files of the newest version. What is there must never be written again.
 */
class SavepointTest {

    private static final String WRITE = "tidemark.savepoints";

    /** ForSt (2.3.0) cannot restore savepoints in the format that all others read. */
    private static final List<Backend> RESTORING = List.of(Backend.HEAP, Backend.ROCKSDB);

    /** The newest last. */
    private static final List<String> VERSIONS = List.of("1", "2");

    private static final List<SavepointCase<?>> CASES =
            List.of(
                    aligned(
                            "hopping-accumulating-count",
                            List.of(NaiveWindows.fixed(23, 10, 3, false)),
                            Plans.of(30, Panes.accumulating(), -1),
                            0),
                    aligned(
                            "tumbling-staggered-final-sum",
                            List.of(NaiveWindows.fixed(10, 10, 0, true)),
                            Plans.of(15, Panes.finalOnly(), 25),
                            1),
                    aligned(
                            "several-retracting-max",
                            List.of(
                                    NaiveWindows.fixed(200, 2, 0, false),
                                    NaiveWindows.fixed(15, 15, 0, false),
                                    NaiveWindows.days(ZoneId.of("Europe/Berlin"))),
                            Plans.of(20, Panes.retracting().earlyEvery(Duration.ofMillis(7)), -1),
                            3),
                    aligned(
                            "hopping-discarding-list",
                            List.of(NaiveWindows.fixed(30, 10, 0, false)),
                            Plans.of(20, Panes.discarding().earlyEvery(Duration.ofMillis(7)), -1),
                            4),
                    sessions("retracting-list", 15, TestAggregate.LIST),
                    sessions("own-gaps-retracting-sum", 0, TestAggregate.SUM),
                    sliding("over-time-retracting", 0, Panes.retracting()),
                    sliding("over-last-accumulating", 7, Panes.accumulating()));

    private static SavepointCase<?> aligned(
            String name, List<NaiveWindows> kinds, WindowPlan plan, int aggregate) {
        return aligned(name, kinds, plan, TestAggregate.ALL.get(aggregate));
    }

    private static <A, R> SavepointCase<?> aligned(
            String name, List<NaiveWindows> kinds, WindowPlan plan, TestAggregate<A, R> aggregate) {
        return new SavepointCase<>(
                "aligned-" + name,
                new AlignedCase<>(kinds, inLittleMemory(plan), aggregate, History.empty()),
                before(),
                after());
    }

    private static WindowPlan inLittleMemory(WindowPlan plan) {
        return Plans.keepingInMemory(300, plan);
    }

    private static <A, R> SavepointCase<?> sessions(
            String name, long gap, TestAggregate<A, R> aggregate) {
        return new SavepointCase<>(
                "sessions-" + name,
                new SessionCase<>(
                        gap,
                        inLittleMemory(Plans.of(30, Panes.retracting(), -1)),
                        aggregate,
                        History.empty()),
                beforeOfSessions(),
                afterOfSessions());
    }

    private static SavepointCase<?> sliding(String name, int events, Panes panes) {
        return new SavepointCase<>(
                "sliding-" + name,
                new SlidingCase<>(
                        100,
                        events,
                        inLittleMemory(Plans.of(30, panes, -1)),
                        TestAggregate.IN_ORDER,
                        History.empty()),
                before(),
                after());
    }

    /**
     * One session that goes on, two that were sent and will become one, one that changed since it
     * was sent, and one that is gone.
     */
    private static History<Sale> beforeOfSessions() {
        History<Sale> history = History.empty();
        sale(history, "gone", -100);
        history.watermark(-20);
        for (int i = 0; i < 100; i += 2) {
            sale(history, "open", i);
        }
        sale(history, "two", 40);
        sale(history, "late", 50);
        sale(history, "two", 65);
        history.watermark(85);
        sale(history, "late", 55);
        sale(history, "late", 58);
        return history;
    }

    private static History<Sale> afterOfSessions() {
        History<Sale> history = History.empty();
        sale(history, "late", 45);
        sale(history, "two", 53);
        sale(history, "gone", 0);
        sale(history, "open", 104);
        history.watermark(90);
        sale(history, "gone", 100);
        return history.watermark(125).watermark(180);
    }

    /** One key with many slices, one with a few, one that is gone, one that has late updates. */
    private static History<Sale> before() {
        History<Sale> history = History.empty();
        sale(history, "gone", -100);
        history.watermark(-60);
        for (int i = 0; i < 400; i++) {
            sale(history, "many", i);
            if (i % 50 == 20) {
                sale(history, "few", i - 10);
                history.watermark(i - 15);
            }
        }
        sale(history, "late", 372);
        history.watermark(375);
        sale(history, "late", 360);
        sale(history, "many", 351);
        return history;
    }

    private static History<Sale> after() {
        History<Sale> history = History.empty();
        sale(history, "late", 361);
        sale(history, "few", 380);
        sale(history, "gone", 100);
        history.watermark(380);
        sale(history, "many", 390);
        sale(history, "many", 401);
        sale(history, "gone", 390);
        return history.watermark(395).watermark(450);
    }

    private static void sale(History<Sale> history, String shop, long time) {
        history.element(new Sale(shop, time, history.steps().size()), time);
    }

    static Stream<Arguments> everySavepoint() {
        List<Arguments> all = new ArrayList<>();
        for (String version : VERSIONS) {
            for (SavepointCase<?> one : CASES) {
                for (Backend backend : RESTORING) {
                    all.add(Arguments.of(version, one, backend));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("everySavepoint")
    void isRestored(String version, SavepointCase<?> one, Backend backend) throws Exception {
        URL directory = SavepointTest.class.getResource("/savepoints/" + version);
        assertThat(directory).as("savepoints of version %s", version).isNotNull();
        one.check(Path.of(directory.toURI()), backend);
    }

    @Test
    @EnabledIfSystemProperty(named = WRITE, matches = ".+")
    void write() throws Exception {
        Path directory = Path.of(System.getProperty(WRITE), VERSIONS.get(VERSIONS.size() - 1));
        for (SavepointCase<?> one : CASES) {
            if (!directory.resolve(one.name()).toFile().exists()) {
                one.write(directory);
            }
        }
    }
}
