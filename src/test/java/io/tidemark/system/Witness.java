package io.tidemark.system;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what passes a place in a job of this process, subtask by subtask: pings and
 * watermarks, in the order in which they come.
 */
final class Witness {

    private static final Map<Integer, Witness> WITNESSES = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Map<Integer, List<Sighting>> bySubtask = new TreeMap<>();
    private final int number = NUMBERS.incrementAndGet();

    private Witness() {
        WITNESSES.put(number, this);
    }

    /** One that has seen nothing. */
    static Witness fresh() {
        return new Witness();
    }

    /**
     * A ping, or else a watermark.
     *
     * @param ping null for a watermark
     * @param time the timestamp of the ping, or the watermark
     */
    record Sighting(@Nullable Ping ping, long time) {}

    /** What each subtask has seen so far. */
    synchronized Map<Integer, List<Sighting>> seen() {
        Map<Integer, List<Sighting>> seen = new TreeMap<>();
        bySubtask.forEach((subtask, sightings) -> seen.put(subtask, List.copyOf(sightings)));
        return seen;
    }

    private synchronized void see(int subtask, Sighting sighting) {
        bySubtask.computeIfAbsent(subtask, unused -> new ArrayList<>()).add(sighting);
    }

    /** The operator to put at the place. */
    OneInputStreamOperator<Ping, Ping> operator() {
        return new Operator(number);
    }

    private static final class Operator extends AbstractStreamOperator<Ping>
            implements OneInputStreamOperator<Ping, Ping> {

        private static final long serialVersionUID = 1L;

        private final int number;

        Operator(int number) {
            this.number = number;
        }

        private void see(Sighting sighting) {
            requireNonNull(WITNESSES.get(number))
                    .see(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), sighting);
        }

        @Override
        public void processElement(StreamRecord<Ping> element) {
            see(new Sighting(element.getValue(), element.getTimestamp()));
            output.collect(element);
        }

        @Override
        public void processWatermark(Watermark mark) throws Exception {
            see(new Sighting(null, mark.getTimestamp()));
            super.processWatermark(mark);
        }
    }
}
