package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Chain;
import io.tidemark.operators.testing.ChainStep;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Step;
import io.tidemark.operators.testing.TestStream;
import io.tidemark.operators.window.BrokenLocalAggregation.Fault;
import io.tidemark.operators.window.Panes.Refinement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.jspecify.annotations.Nullable;

/**
 * Aligned windows with a local aggregation, in several subtasks whose watermarks differ and some of
 * which are idle at times: what comes out is what windows without one would have sent.
 *
 * <p>All of it row for row, unless early rows were asked for of several inputs: those show what has
 * arrived, and what waits at an input that is ahead of the others has not. Then rows that are not
 * early are the same, and each window comes to the same end.
 *
 * @param mostInputs how many inputs there are at most
 * @param idles whether inputs become idle
 * @param seed of how the steps are dealt to the inputs
 * @param fault of a broken twin; null for the real windows
 */
record PreAggregatedCase<A, R>(
        AlignedCase<A, R> windows, int mostInputs, boolean idles, long seed, @Nullable Fault fault)
        implements WindowCase {

    private static final List<Integer> PARTS = List.of(1, 2, 3, 7, 1 << 14, 1 << 14);

    /** A window of a key. */
    private record Window(String key, int kind, long end) {

        static Window of(WindowResult<String, ?> row) {
            return new Window(row.key(), row.windows(), row.end());
        }
    }

    static PreAggregatedCase<?, ?> random(Random random) {
        return of(AlignedCase.random(random), null, random);
    }

    static PreAggregatedCase<?, ?> random(Fault fault, Random random) {
        return of(AlignedCase.random(random), fault, random);
    }

    private static PreAggregatedCase<?, ?> of(
            AlignedCase<?, ?> drawn, @Nullable Fault fault, Random random) {
        return drawn.plan().panes().hasEarly()
                        && drawn.plan().panes().refinement() == Refinement.DISCARDING
                // Of these, what the rows of a window add up to can be told.
                ? with(TestAggregate.LIST, drawn, fault, random)
                : with(drawn.aggregate(), drawn, fault, random);
    }

    private static <A, R> PreAggregatedCase<A, R> with(
            TestAggregate<A, R> aggregate,
            AlignedCase<?, ?> drawn,
            @Nullable Fault fault,
            Random random) {
        return new PreAggregatedCase<>(
                new AlignedCase<>(
                        drawn.kinds(),
                        Plans.preAggregating(Draws.oneOf(PARTS, random), drawn.plan()),
                        aggregate,
                        drawn.history()),
                random.nextInt(3) == 0 ? 1 : 3,
                random.nextInt(3) == 0,
                random.nextLong(),
                fault);
    }

    @Override
    public History<Sale> history() {
        return windows.history();
    }

    @Override
    public void check(History<Sale> part, Backend backend, Disturbance disturbance)
            throws Exception {
        Random random = new Random(seed);
        int inputs = 1 + random.nextInt(mostInputs);
        List<ChainStep<Sale>> steps = steps(part, disturbance, random);
        DataStream<Sale> input = TestStream.of(Sale.TYPE);
        WindowedResults<WindowResult<String, R>, Sale> results = apply(input);
        Outcome<WindowResult<String, R>> outcome =
                Chain.through(input, results.results(), backend).run(inputs, steps);
        History<Sale> met = Chain.without(inputs, steps);
        WindowReference<WindowResult<String, R>> reference = windows.reference();
        reference.meet(met);
        if (windows.plan().panes().hasEarly() && mostInputs > 1) {
            compareButEarly(outcome.values(), reference);
            WindowCheck.compareSides(windows, results, outcome, reference, met);
        } else {
            WindowCheck.compare(windows, results, outcome, reference, met);
        }
    }

    /** Deals the steps of a history to the inputs; not every watermark reaches every input. */
    private List<ChainStep<Sale>> steps(
            History<Sale> history, Disturbance disturbance, Random random) {
        List<ChainStep<Sale>> steps = new ArrayList<>();
        int restores = 0;
        double missed = random.nextBoolean() ? 0 : random.nextDouble() * 0.6;
        for (int i = 0; i < history.steps().size(); i++) {
            Step<Sale> step = history.steps().get(i);
            if (step instanceof Step.Element<Sale> element) {
                steps.add(
                        new ChainStep.Element<>(
                                random.nextInt(mostInputs), element.value(), element.timestamp()));
            } else if (step instanceof Step.Mark<Sale> mark) {
                for (int input = 0; input < mostInputs; input++) {
                    if (random.nextDouble() >= missed) {
                        steps.add(new ChainStep.Mark<>(input, mark.time()));
                    }
                }
            } else {
                steps.add(new ChainStep.Barrier<>());
            }
            if (idles && random.nextInt(12) == 0) {
                steps.add(new ChainStep.Status<>(random.nextInt(mostInputs), random.nextBoolean()));
            }
            if (disturbance.everySteps() > 0 && (i + 1) % disturbance.everySteps() == 0) {
                restores++;
                steps.add(
                        new ChainStep.Restore<>(
                                1 + random.nextInt(mostInputs),
                                disturbance
                                        .parallelisms()
                                        .get(restores % disturbance.parallelisms().size()),
                                disturbance.lostSteps()));
            }
        }
        return steps;
    }

    private WindowedResults<WindowResult<String, R>, Sale> apply(DataStream<Sale> input) {
        if (fault == null) {
            return windows.apply(input);
        }
        KeyedStream<Sale, String> keyed = input.keyBy(Sale::shop, Types.STRING);
        List<AlignedWindows> kinds = windows.kinds().stream().map(NaiveWindows::windows).toList();
        WindowPlan plan = windows.plan();
        Accumulators<Sale, A, R> aggregate = windows.aggregate().accumulators(input);
        return LocalAggregation.applyTo(
                keyed,
                new BrokenLocalAggregation<>(fault, kinds, aggregate, keyed.getKeySelector(), plan),
                new AlignedEngine<>(kinds, plan, aggregate),
                windows.aggregate().types(),
                plan,
                "broken");
    }

    private void compareButEarly(
            List<WindowResult<String, R>> rows,
            WindowReference<WindowResult<String, R>> reference) {
        List<WindowResult<String, R>> expected =
                reference.rows().stream().flatMap(List::stream).toList();
        assertThat(butEarly(rows)).isEqualTo(butEarly(expected));
        assertThat(ends(rows)).isEqualTo(ends(expected));
    }

    /** The rows of each window that do not depend on early ones. */
    private Map<Window, List<Object>> butEarly(List<WindowResult<String, R>> rows) {
        boolean addsUp = windows.plan().panes().refinement() == Refinement.DISCARDING;
        Map<Window, List<Object>> byWindow = new HashMap<>();
        for (WindowResult<String, R> row : rows) {
            if (row.timing() != PaneTiming.EARLY && !row.retraction()) {
                byWindow.computeIfAbsent(Window.of(row), none -> new ArrayList<>())
                        .add(
                                List.of(
                                        row.start(),
                                        row.timing(),
                                        row.last(),
                                        addsUp && row.timing() == PaneTiming.ON_TIME
                                                ? "what is left"
                                                : String.valueOf(row.value())));
            }
        }
        return byWindow;
    }

    /** What a reader of all rows has of each window in the end. */
    private Map<Window, Object> ends(List<WindowResult<String, R>> rows) {
        Refinement refinement = windows.plan().panes().refinement();
        Map<Window, Object> ends = new HashMap<>();
        Map<Window, Integer> panes = new HashMap<>();
        for (WindowResult<String, R> row : rows) {
            Window window = Window.of(row);
            if (row.retraction()) {
                assertThat(row.value()).as("taken back: %s", row).isEqualTo(ends.remove(window));
                continue;
            }
            assertThat(row.pane()).isEqualTo(panes.merge(window, 1, Integer::sum) - 1);
            if (refinement == Refinement.RETRACTING) {
                assertThat(ends).as("not taken back before %s", row).doesNotContainKey(window);
            }
            if (refinement == Refinement.DISCARDING) {
                ends.merge(window, row.value(), PreAggregatedCase::together);
            } else {
                ends.put(window, row.value());
            }
        }
        return ends;
    }

    private static Object together(Object before, Object more) {
        return Stream.concat(((List<?>) before).stream(), ((List<?>) more).stream())
                .map(Long.class::cast)
                .sorted()
                .toList();
    }

    @Override
    public String toString() {
        return windows
                + ", "
                + windows.plan().partsBeforeShuffle()
                + " parts before the shuffle, up to "
                + mostInputs
                + " inputs"
                + (idles ? ", idle at times" : "")
                + ", dealt by "
                + seed;
    }
}
