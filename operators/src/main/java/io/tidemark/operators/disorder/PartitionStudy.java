package io.tidemark.operators.disorder;

import io.tidemark.operators.late.ClocklessGenerators;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that is found out about one partition while it is read. */
final class PartitionStudy {

    private final StudyPlan plan;
    private DelayStudy delays;
    private final List<StrategyTrial> trials = new ArrayList<>();
    private final TreeMap<String, Long> rejected = new TreeMap<>();
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
            rejected.merge(arrival.rejectedAs(), 1L, Long::sum);
            return;
        }
        if (!DelayStudy.takes(arrival.eventTime()) || !DelayStudy.takes(arrival.arrival())) {
            rejected.merge(Study.OUT_OF_RANGE, 1L, Long::sum);
            return;
        }
        String key = arrival.key().isEmpty() ? null : arrival.key();
        delays.add(arrival.eventTime(), arrival.arrival(), key);
        long progress = delays.progress();
        for (int i = 0; i < trials.size(); i++) {
            trials.get(i).add(arrival, progress);
        }
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
        out.writeInt(rejected.size());
        for (Map.Entry<String, Long> reason : rejected.entrySet()) {
            out.writeUTF(reason.getKey());
            out.writeLong(reason.getValue());
        }
    }

    /** Goes on from what {@link #write} wrote with the same plan and strategies. */
    void read(DataInput in) throws IOException {
        delays = DelayStudy.read(in, plan);
        for (StrategyTrial trial : trials) {
            trial.read(in);
        }
        int reasons = in.readInt();
        for (int i = 0; i < reasons; i++) {
            rejected.put(in.readUTF(), in.readLong());
        }
    }
}
