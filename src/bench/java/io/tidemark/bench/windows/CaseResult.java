package io.tidemark.bench.windows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all engines showed on one case and backend. */
final class CaseResult {

    private final WindowCase windowCase;
    private final Backend backend;
    private final Map<String, List<Measurement>> rounds = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private Agreement agreement = Agreement.alone();

    CaseResult(WindowCase windowCase, Backend backend) {
        this.windowCase = windowCase;
        this.backend = backend;
    }

    void add(String engine, Measurement measurement) {
        rounds.computeIfAbsent(engine, any -> new ArrayList<>()).add(measurement);
    }

    /** Notes why an engine could not be measured. */
    void fail(String engine, Exception failure) {
        failures.put(engine, rootCause(failure).toString());
    }

    Map<String, String> failures() {
        return failures;
    }

    void agreement(Agreement found) {
        agreement = found;
    }

    WindowCase windowCase() {
        return windowCase;
    }

    Backend backend() {
        return backend;
    }

    Agreement agreement() {
        return agreement;
    }

    Map<String, List<Measurement>> rounds() {
        return rounds;
    }

    boolean has(String engine) {
        return rounds.containsKey(engine);
    }

    /** The median over the rounds. */
    double speed(String engine) {
        return Medians.of(of(engine).stream().map(Measurement::speed).toList());
    }

    double closingMillis(String engine) {
        return windowCase.keys().keys() * 1000.0 / speed(engine);
    }

    double barrierMillis(String engine) {
        return of(engine).stream().mapToDouble(Measurement::barrierMillis).max().orElse(0);
    }

    double busiest(String engine) {
        return Medians.of(of(engine).stream().map(Measurement::busiest).toList());
    }

    /** Whether the largest window had filled in all rounds. */
    boolean filled(String engine) {
        return of(engine).stream().allMatch(Measurement::filled);
    }

    /** The run that went on for longest in event time. */
    Measurement longest(String engine) {
        Measurement longest = of(engine).get(0);
        for (Measurement measurement : of(engine)) {
            if (measurement.watermark() > longest.watermark()) {
                longest = measurement;
            }
        }
        return longest;
    }

    private List<Measurement> of(String engine) {
        List<Measurement> measured = rounds.get(engine);
        if (measured == null) {
            throw new IllegalArgumentException(engine + " did not run on " + windowCase.name());
        }
        return measured;
    }

    /** Our speed by another engine's; null if one of the two did not run. */
    @Nullable Double ratio(String engine) {
        return has(Engines.OURS) && has(engine) ? speed(Engines.OURS) / speed(engine) : null;
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : rootCause(cause);
    }
}
