package io.tidemark.operators.disorder;

import io.tidemark.operators.late.ClocklessGenerators;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Everything that is found out about one partition while it is read. */
final class PartitionStudy {

    private final StudyPlan plan;
    private DelayStudy delays;
    private final List<StrategyTrial> trials = new ArrayList<>();
    private final TreeMap<String, Rejects> rejected = new TreeMap<>();
    private boolean changed;

    PartitionStudy(StudyPlan plan, List<ClocklessGenerators<Arrival>> strategies, int partition) {
        this.plan = plan;
        this.delays = DelayStudy.of(plan, partition);
        long[] windows = plan.windows().stream().mapToLong(window -> window.toMillis()).toArray();
        for (ClocklessGenerators<Arrival> generators : strategies) {
            trials.add(new StrategyTrial(generators, windows));
        }
    }

    void add(Arrival arrival) {
        changed = true;
        if (arrival.isRejected()) {
            reject(arrival, arrival.rejectedAs(), arrival.example());
            return;
        }
        if (!DelayStudy.takes(arrival.eventTime()) || !DelayStudy.takes(arrival.arrival())) {
            reject(
                    arrival,
                    Study.OUT_OF_RANGE,
                    rejected.containsKey(Study.OUT_OF_RANGE)
                            ? ""
                            : "event time "
                                    + arrival.eventTime()
                                    + ", arrival "
                                    + arrival.arrival());
            return;
        }
        delays.add(arrival.eventTime(), arrival.arrival(), arrival.key());
        long progress = delays.progress();
        long firstProgress = delays.firstProgress();
        for (int i = 0; i < trials.size(); i++) {
            trials.get(i).add(arrival, progress, firstProgress);
        }
    }

    private void reject(Arrival arrival, String reason, String example) {
        rejected.merge(reason, Rejects.one(arrival.partition(), example), Rejects::with);
    }

    StudyFindings findings() {
        return new StudyFindings(
                delays.findings(),
                trials.stream().map(StrategyTrial::findings).toList(),
                new TreeMap<>(rejected));
    }

    /** Whether there was an arrival that the last checkpoint does not hold. */
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    void write(DataOutput out) throws IOException {
        delays.write(out);
        for (StrategyTrial trial : trials) {
            trial.write(out);
        }
        Rejects.write(rejected, out);
    }

    /** Goes on from what {@link #write} wrote with the same plan and strategies. */
    void read(DataInput in) throws IOException {
        delays = DelayStudy.read(in, plan);
        for (StrategyTrial trial : trials) {
            trial.read(in);
        }
        rejected.putAll(Rejects.read(in));
    }
}
