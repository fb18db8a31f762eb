package io.tidemark.bench.windows;

import static io.tidemark.bench.windows.Backend.HEAP;
import static io.tidemark.bench.windows.Backend.ROCKSDB;
import static io.tidemark.bench.windows.CaseBuilder.named;
import static io.tidemark.bench.windows.Engines.FLINK;
import static io.tidemark.bench.windows.Engines.LIMIT;
import static io.tidemark.bench.windows.Engines.OURS;
import static io.tidemark.bench.windows.Engines.SQL;
import static io.tidemark.bench.windows.Target.barrierAtMost;
import static io.tidemark.bench.windows.Target.busiestAtMost;
import static io.tidemark.bench.windows.Target.ofOurCase;
import static io.tidemark.bench.windows.Target.ofOurHeap;
import static io.tidemark.bench.windows.Target.times;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All cases, in the order in which they run. */
final class WindowCases {

    private static final int ROWS_HELD = 10_000_000;
    private static final int ROWS_HELD_WHEN_QUICK = 1_000_000;
    private static final int COLD_KEYS = 500_000;
    private static final int CLOSING_KEYS = 300_000;
    private static final double HOTTEST = 0.3;

    private WindowCases() {}

    static List<WindowCase> all(boolean quick) {
        List<WindowCase> cases = new ArrayList<>();
        cases.add(
                named("tumbling-10s", new WindowKind.Tumbling(seconds(10)))
                        .engines(LIMIT, OURS, FLINK, SQL)
                        .to(
                                times(HEAP, 1.2, FLINK),
                                times(HEAP, 0.6, LIMIT),
                                times(ROCKSDB, 15, FLINK),
                                ofOurHeap(0.5)));
        cases.add(
                named("hopping-60s-1s", new WindowKind.Hopping(seconds(60), seconds(1)))
                        .engines(LIMIT, OURS, FLINK, SQL)
                        .to(
                                times(HEAP, 50, FLINK),
                                times(HEAP, 35, SQL),
                                times(HEAP, 0.6, LIMIT),
                                times(ROCKSDB, 300, FLINK),
                                times(ROCKSDB, 100, SQL),
                                ofOurHeap(0.5)));
        cases.add(
                named("hopping-3600s-1s", new WindowKind.Hopping(seconds(3600), seconds(1)))
                        .engines(LIMIT, OURS, FLINK, SQL)
                        .keys(1_000)
                        .thinFill()
                        .quickWithout(List.of(FLINK, SQL))
                        .to(
                                ofOurCase(HEAP, 0.8, "hopping-60s-1s"),
                                times(HEAP, 0.6, LIMIT),
                                ofOurCase(ROCKSDB, 0.6, "hopping-60s-1s"),
                                ofOurHeap(0.5)));
        cases.add(
                named("sliding-60s", new WindowKind.Sliding(seconds(60)))
                        .engines(LIMIT, OURS, SQL)
                        .to(
                                times(HEAP, 15, SQL),
                                times(HEAP, 0.6, LIMIT),
                                times(ROCKSDB, 30, SQL),
                                ofOurHeap(0.5)));
        cases.addAll(slidingByRows(quick ? ROWS_HELD_WHEN_QUICK : ROWS_HELD));
        cases.add(
                named("session-5s", new WindowKind.Session(seconds(5)))
                        .engines(LIMIT, OURS, FLINK, SQL)
                        .to(
                                times(HEAP, 4, FLINK),
                                times(HEAP, 0.6, LIMIT),
                                times(ROCKSDB, 20, FLINK),
                                ofOurHeap(0.5)));
        cases.add(
                named("cold-keys", new WindowKind.Tumbling(seconds(60)))
                        .engines(OURS, FLINK)
                        .on(ROCKSDB)
                        .keys(COLD_KEYS)
                        .cachedKeys(COLD_KEYS / 10)
                        .to(times(ROCKSDB, 2, FLINK)));
        cases.add(
                named("closing-300k", new WindowKind.Tumbling(seconds(60)))
                        .engines(OURS, FLINK)
                        .keys(CLOSING_KEYS)
                        .closing()
                        .to(
                                times(HEAP, 1, FLINK),
                                barrierAtMost(HEAP, 1000),
                                times(ROCKSDB, 4, FLINK),
                                barrierAtMost(ROCKSDB, 1000)));
        cases.addAll(manyWindows());
        cases.addAll(hotKey());
        return cases;
    }

    /** Ever fewer keys, each with ever more events in range; as many rows held in all. */
    private static List<WindowCase> slidingByRows(int rowsHeld) {
        Duration range = Duration.ofMillis(rowsHeld / WindowCase.EVENTS_PER_MILLI);
        List<WindowCase> cases = new ArrayList<>();
        for (int inRange : new int[] {100, 1_000, 10_000, 100_000}) {
            CaseBuilder sliding =
                    named("sliding-" + inRange + "-rows", new WindowKind.Sliding(range))
                            .engines(OURS)
                            .on(HEAP)
                            .keys(rowsHeld / inRange);
            if (inRange == 1_000 || inRange == 10_000) {
                sliding.quickWithout(List.of(OURS));
            }
            cases.add(
                    inRange == 100
                            ? sliding.to()
                            : sliding.to(ofOurCase(HEAP, 0.8, "sliding-100-rows")));
        }
        return cases;
    }

    /** So long that 80 windows give fewer than one row in ten events. */
    private static List<WindowCase> manyWindows() {
        List<WindowCase> cases = new ArrayList<>();
        for (int windows : new int[] {1, 5, 20, 80}) {
            // All have the largest size in common, and so the fill.
            List<Duration> sizes =
                    IntStream.range(0, windows).mapToObj(i -> seconds(1690 - 10 * i)).toList();
            CaseBuilder several =
                    named("windows-" + windows, new WindowKind.Several(sizes))
                            .engines(OURS, FLINK)
                            .on(HEAP)
                            .thinFill()
                            .quickWithout(
                                    windows == 1 || windows == 80
                                            ? List.of(FLINK)
                                            : List.of(OURS, FLINK));
            cases.add(windows == 1 ? several.to() : several.to(ofOurCase(HEAP, 0.75, "windows-1")));
        }
        return cases;
    }

    private static List<WindowCase> hotKey() {
        WindowKind kind = new WindowKind.Tumbling(seconds(10));
        KeyChoice zipf = new KeyChoice.Zipf(10_000, HOTTEST);
        return List.of(
                named("uniform-parallel-2", kind)
                        .engines(OURS, FLINK)
                        .on(HEAP)
                        .preAggregating()
                        .quickWithout(List.of(FLINK))
                        .parallelism(2)
                        .to(),
                named("zipf-parallel-2", kind)
                        .engines(OURS, FLINK)
                        .on(HEAP)
                        .keys(zipf)
                        .preAggregating()
                        .quickWithout(List.of(FLINK))
                        .parallelism(2)
                        .to(ofOurCase(HEAP, 0.8, "uniform-parallel-2")),
                named("zipf-parallel-8", kind)
                        .engines(OURS, FLINK)
                        .on(HEAP)
                        .keys(zipf)
                        .preAggregating()
                        .quickWithout(List.of(FLINK))
                        .parallelism(8)
                        .to(busiestAtMost(HEAP, 1.3)));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
