package io.tidemark.operators.disorder;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was found out about all records of one or several partitions: {@code in = events +
 * rejected}, exactly.
 *
 * @param delays what each delay buys and costs
 * @param trials what each tried strategy made of the same events, in the order of the strategies
 * @param rejected the records that were no events, by reason
 */
public record StudyFindings(
        DelayFindings delays, List<TrialFindings> trials, SortedMap<String, Rejects> rejected) {

    /**
     * What is left of a study that no record came to.
     *
     * @param strategies how many were tried
     */
    public static StudyFindings none(StudyPlan plan, int strategies) {
        List<TrialFindings> trials = new ArrayList<>();
        for (int i = 0; i < strategies; i++) {
            trials.add(TrialFindings.none(plan.windows().size()));
        }
        return new StudyFindings(DelayStudy.of(plan, 0).findings(), trials, new TreeMap<>());
    }

    /** How many records were no events, by reason. */
    public SortedMap<String, Long> rejectedCounts() {
        TreeMap<String, Long> counts = new TreeMap<>();
        rejected.forEach((reason, rejects) -> counts.put(reason, rejects.count()));
        return counts;
    }

    /** How many records there were. */
    public long in() {
        return delays.events() + rejected.values().stream().mapToLong(Rejects::count).sum();
    }

    /** These findings and those of other partitions together; neither changes. */
    public StudyFindings with(StudyFindings other) {
        List<TrialFindings> both = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            both.add(trials.get(i).with(other.trials.get(i)));
        }
        TreeMap<String, Rejects> reasons = new TreeMap<>(rejected);
        other.rejected.forEach((reason, more) -> reasons.merge(reason, more, Rejects::with));
        return new StudyFindings(delays.with(other.delays), both, reasons);
    }

    /** All of it in bytes, for {@link #fromBytes}. */
    public byte[] toBytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        delays.write(out);
        out.writeInt(trials.size());
        for (TrialFindings trial : trials) {
            trial.write(out);
        }
        Rejects.write(rejected, out);
        return bytes.toByteArray();
    }

    /**
     * The findings that were written.
     *
     * @param plan the plan they were made by
     */
    public static StudyFindings fromBytes(byte[] bytes, StudyPlan plan) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        DelayFindings delays = DelayFindings.read(in, plan);
        int trialled = in.readInt();
        List<TrialFindings> trials = new ArrayList<>(trialled);
        for (int i = 0; i < trialled; i++) {
            trials.add(TrialFindings.read(in));
        }
        return new StudyFindings(delays, trials, Rejects.read(in));
    }
}
