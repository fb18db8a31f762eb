package io.tidemark.bench.windows;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Words a case: what it does not name is usual (10,000 even keys, both backends, one subtask). */
final class CaseBuilder {

    private final String name;
    private final WindowKind kind;
    private KeyChoice keys = new KeyChoice.Uniform(10_000);
    private boolean ownKeys;
    private int fillEventsPerMilli = WindowCase.EVENTS_PER_MILLI;
    private int parallelism = 1;
    private WindowCase.Shape shape = WindowCase.Shape.SPEED;
    private int cachedKeys;
    private boolean preAggregates;
    private EnumSet<Backend> backends = EnumSet.allOf(Backend.class);
    private List<String> engines = List.of();
    private Set<String> leftOutWhenQuick = Set.of();

    private CaseBuilder(String name, WindowKind kind) {
        this.name = name;
        this.kind = kind;
    }

    static CaseBuilder named(String name, WindowKind kind) {
        return new CaseBuilder(name, kind);
    }

    CaseBuilder engines(String... names) {
        engines = List.of(names);
        return this;
    }

    CaseBuilder on(Backend backend) {
        backends = EnumSet.of(backend);
        return this;
    }

    CaseBuilder keys(int number) {
        return keys(new KeyChoice.Uniform(number));
    }

    CaseBuilder keys(KeyChoice choice) {
        keys = choice;
        ownKeys = true;
        return this;
    }

    /** Fills the windows with a tenth of the usual events. */
    CaseBuilder thinFill() {
        fillEventsPerMilli = 1;
        return this;
    }

    CaseBuilder parallelism(int subtasks) {
        parallelism = subtasks;
        return this;
    }

    /** Measures how long the closing of all keys takes, not events a second. */
    CaseBuilder closing() {
        shape = WindowCase.Shape.CLOSING;
        return this;
    }

    CaseBuilder cachedKeys(int number) {
        cachedKeys = number;
        return this;
    }

    CaseBuilder preAggregating() {
        preAggregates = true;
        return this;
    }

    CaseBuilder quickWithout(List<String> names) {
        leftOutWhenQuick = Set.copyOf(names);
        return this;
    }

    WindowCase to(Target... targets) {
        return new WindowCase(
                name,
                kind,
                keys,
                ownKeys,
                fillEventsPerMilli,
                parallelism,
                shape,
                cachedKeys,
                preAggregates,
                backends,
                engines,
                leftOutWhenQuick,
                List.of(targets));
    }
}
