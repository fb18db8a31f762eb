package io.tidemark.operators.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.SideOutputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * What a replay left behind: the records that a reader of committed records sees, in the order in
 * which they were committed.
 *
 * <p>What was emitted after a barrier and then lost is not in it.
 *
 * @param <OUT> the type of the main output
 */
public final class Outcome<OUT> {

    private final Emitted emitted;
    private final int restores;
    private final int lostElements;

    Outcome(Emitted emitted, int restores, int lostElements) {
        this.emitted = emitted;
        this.restores = restores;
        this.lostElements = lostElements;
    }

    /** The values of the main output. */
    public List<OUT> values() {
        List<OUT> values = new ArrayList<>();
        records().forEach(record -> values.add(record.getValue()));
        return values;
    }

    /** The main output with its timestamps. */
    @SuppressWarnings("unchecked") // The collecting output took its types from the operator.
    public List<StreamRecord<OUT>> records() {
        List<StreamRecord<OUT>> records = new ArrayList<>();
        emitted.main().forEach(record -> records.add((StreamRecord<OUT>) record));
        return records;
    }

    /**
     * The values of a side output.
     *
     * @param stream the side output, as the operator's API handed it out
     */
    @SuppressWarnings("unchecked") // The tag carries the type of what was written to it.
    public <S> List<S> side(DataStream<S> stream) {
        SideOutputTransformation<S> side = (SideOutputTransformation<S>) stream.getTransformation();
        List<S> values = new ArrayList<>();
        emitted.side(side.getOutputTag().getId())
                .forEach(record -> values.add((S) record.getValue()));
        return values;
    }

    /** The watermarks that left each subtask, one after the other. */
    public List<Long> watermarks() {
        return List.copyOf(emitted.watermarks());
    }

    /** How often the operator was restored: a disturbance that never struck proves nothing. */
    public int restores() {
        return restores;
    }

    /** How many elements were worked on, lost and worked on again. */
    public int lostElements() {
        return lostElements;
    }
}
