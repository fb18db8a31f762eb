package io.tidemark.bench.windows;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Runs the engines on the cases, in turn and in rounds, and compares their rows. */
final class Comparison {

    /** Below it, in events a second, one round is enough: the ratios are far from their targets. */
    private static final double SLOW = 100_000;

    private final Trials trials;
    private final Effort effort;
    private final List<Engine> engines;
    private final PrintStream progress;
    private final List<CaseResult> results = new ArrayList<>();

    Comparison(Trials trials, Effort effort, List<Engine> engines, PrintStream progress) {
        this.trials = trials;
        this.effort = effort;
        this.engines = engines;
        this.progress = progress;
    }

    List<CaseResult> results() {
        return results;
    }

    /**
     * Lets the JVM compile what all jobs share, so that the first that counts is not the slowest.
     */
    void warmUp(WindowCase windowCase) throws Exception {
        for (Engine engine : contenders(windowCase, Backend.HEAP)) {
            trials.run(windowCase, Backend.HEAP, engine);
        }
    }

    void run(WindowCase windowCase, List<Backend> backends) {
        List<CaseResult> measured = new ArrayList<>();
        for (Backend backend : backends) {
            List<Engine> contenders = contenders(windowCase, backend);
            if (windowCase.backends().contains(backend) && !contenders.isEmpty()) {
                measured.add(run(windowCase, backend, contenders));
            }
        }
        for (CaseResult result : measured) {
            result.agreement(Agreement.on(result.backend(), measured, engines));
        }
        results.addAll(measured);
    }

    /** The pass-through keeps no state: it is as fast on every backend, and runs on heap alone. */
    private List<Engine> contenders(WindowCase windowCase, Backend backend) {
        return engines.stream()
                .filter(engine -> windowCase.engines().contains(engine.name()))
                .filter(engine -> engine.isExact() || backend == Backend.HEAP)
                .filter(engine -> engine.computes(windowCase))
                .filter(
                        engine ->
                                !effort.quick()
                                        || !windowCase.leftOutWhenQuick().contains(engine.name()))
                .toList();
    }

    private CaseResult run(WindowCase windowCase, Backend backend, List<Engine> contenders) {
        CaseResult result = new CaseResult(windowCase, backend);
        Set<String> done = new HashSet<>();
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Engine engine : contenders) {
                if (done.contains(engine.name())) {
                    continue;
                }
                if (!run(windowCase, backend, engine, round, result)) {
                    done.add(engine.name());
                }
            }
        }
        return result;
    }

    /** Whether the engine is worth another round. */
    private boolean run(
            WindowCase windowCase, Backend backend, Engine engine, int round, CaseResult result) {
        try {
            Measurement measurement = trials.run(windowCase, backend, engine);
            result.add(engine.name(), measurement);
            report(windowCase, backend, engine, round, measurement);
            return measurement.filled() && measurement.speed() >= SLOW;
        } catch (Exception e) {
            result.fail(engine.name(), e);
            progress.printf(
                    "%-20s %-8s %-9s failed%n", windowCase.name(), backend.label(), engine.name());
            e.printStackTrace(progress);
            return false;
        }
    }

    private void report(
            WindowCase windowCase,
            Backend backend,
            Engine engine,
            int round,
            Measurement measurement) {
        Double closing = measurement.closingMillis();
        progress.printf(
                Locale.ROOT,
                "%-20s %-8s %-9s round %d  %s, %,d events, %,d rows%n",
                windowCase.name(),
                backend.label(),
                engine.name(),
                round,
                closing == null
                        ? String.format(
                                Locale.ROOT,
                                "%s%,.0f events/s",
                                measurement.filled() ? "" : "not filled: ",
                                measurement.speed())
                        : String.format(Locale.ROOT, "closed in %,.0f ms", closing),
                measurement.events(),
                measurement.sums().rows());
    }
}
