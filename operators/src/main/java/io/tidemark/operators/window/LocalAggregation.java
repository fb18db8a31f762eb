package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Aggregates in front of the shuffle, so that a key with most of the events sends as little as any
 * other.
 *
 * <p>Only an event that is in time for all of its windows is folded. It stays so: the windows'
 * watermark is never ahead of this one, and what was folded leaves before a watermark that closes
 * its first window does. Every other event goes on as it came, for the windows to judge. So the
 * verdicts are those of windows without a local aggregation.
 *
 * <p>While an input is idle, the windows' watermark runs ahead of it. Nobody here can know how far,
 * so once its input has been idle a subtask folds no more.
 *
 * <p>What was folded leaves when its slice's first window is complete, when early rows are due, in
 * front of a checkpoint barrier, at the end of the input, and when there is too much of it: there
 * is no state but the watermark, which must not start again below the windows' own.
 */
class LocalAggregation<K, T, A> extends AbstractStreamOperator<Partial<K, T, A>>
        implements OneInputStreamOperator<T, Partial<K, T, A>> {

    private static final long serialVersionUID = 1L;

    private final List<AlignedWindows> windows;
    private final Accumulators<T, A, ?> aggregate;
    private final KeySelector<T, K> keyOf;
    private final WindowPlan plan;

    private transient SliceEdges edges;
    private transient Map<K, List<Part<A>>> parts;
    private transient int count;
    private transient long firstEnd;
    private transient long watermark;
    private transient WatermarkState watermarkState;
    private transient boolean wasIdle;

    /** The events of one key and slice. */
    private static final class Part<A> {

        private final SliceEdges.Slice slice;
        private final long shift;
        private A accumulator;
        private long events;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        private Part(SliceEdges.Slice slice, long shift, A accumulator) {
            this.slice = slice;
            this.shift = shift;
            this.accumulator = accumulator;
        }

        private long firstEnd() {
            return slice.firstEnd() + shift;
        }
    }

    @SuppressWarnings("NullAway.Init") // Flink opens the rest before the first event.
    LocalAggregation(
            List<AlignedWindows> windows,
            Accumulators<T, A, ?> aggregate,
            KeySelector<T, K> keyOf,
            WindowPlan plan) {
        this.windows = windows;
        this.aggregate = aggregate;
        this.keyOf = keyOf;
        this.plan = plan;
    }

    /** Puts a local aggregation, and windows behind it, into a keyed stream of events. */
    static <K, T, A, R> WindowedResults<WindowResult<K, R>, T> applyTo(
            KeyedStream<T, K> events,
            LocalAggregation<K, T, A> local,
            AlignedEngine<K, T, A, R> engine,
            AggregateTypes<A, R> types,
            WindowPlan plan,
            String uid) {
        PartialType<K, T, A> partials =
                new PartialType<>(events.getKeyType(), events.getType(), types.accumulator());
        String localUid = uid + "-local";
        KeyedStream<Partial<K, T, A>, K> folded =
                beforeShuffle(events)
                        .transform(localUid, partials, local)
                        .setParallelism(beforeShuffle(events).getParallelism())
                        .uid(localUid)
                        .keyBy(Partial::key, events.getKeyType());
        return WindowedResults.of(
                folded,
                new PreAggregatedEngine<>(engine),
                WindowOutputs.of(events.getType(), plan.reportsPartlyLate(), Partial::theEvent),
                WindowResult.type(events.getKeyType(), types.result()),
                plan,
                uid);
    }

    /** The stream that was keyed, subtask by subtask. */
    @SuppressWarnings("unchecked") // To key a stream does not change its events.
    private static <T> DataStream<T> beforeShuffle(KeyedStream<T, ?> events) {
        return new DataStream<>(
                events.getExecutionEnvironment(),
                (Transformation<T>) events.getTransformation().getInputs().get(0));
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        watermarkState = WatermarkState.open(context.getOperatorStateStore());
        watermark = watermarkState.restored();
        wasIdle = watermark == Long.MAX_VALUE;
        edges = new SliceEdges(windows);
        parts = new HashMap<>();
        firstEnd = Long.MAX_VALUE;
    }

    @Override
    public void open() throws Exception {
        super.open();
        if (plan.panes().earlyProcessingMillis() > 0) {
            announceTick();
        }
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        T event = element.getValue();
        long time = EventTimes.of(element);
        K key = keyOf.getKey(event);
        if (EventTimes.outOfRange(time)) {
            send(Partial.event(key, event, time), time);
            return;
        }
        long shift = windows.get(0).shift(key.hashCode());
        SliceEdges.Slice slice = edges.at(time - shift);
        if (!mayFold(slice.firstEnd() + shift)) {
            send(Partial.event(key, event, time), time);
            return;
        }
        Part<A> part = part(key, slice, shift);
        part.accumulator = aggregate.add(event, part.accumulator);
        part.events++;
        part.first = Math.min(part.first, time);
        part.last = Math.max(part.last, time);
        if (count >= plan.partsBeforeShuffle()) {
            flush(Long.MAX_VALUE);
        }
    }

    /**
     * Whether an event whose first window has the given end is sure to be in time for the windows.
     */
    boolean mayFold(long firstEnd) {
        return !wasIdle && firstEnd - 1 > watermark;
    }

    private Part<A> part(K key, SliceEdges.Slice slice, long shift) {
        List<Part<A>> ofKey = parts.computeIfAbsent(key, any -> new ArrayList<>(2));
        for (int i = ofKey.size() - 1; i >= 0; i--) {
            if (ofKey.get(i).slice.start() == slice.start()) {
                return ofKey.get(i);
            }
        }
        Part<A> part = new Part<>(slice, shift, aggregate.create());
        ofKey.add(part);
        count++;
        firstEnd = Math.min(firstEnd, part.firstEnd());
        return part;
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        if (earlyRowsAreDue(mark)) {
            flush(Long.MAX_VALUE);
        } else if (firstEnd - 1 <= mark.getTimestamp()) {
            flush(mark.getTimestamp());
        }
        watermark = Math.max(watermark, mark.getTimestamp());
        super.processWatermark(mark);
    }

    /** Whether windows that show what they have so far show it at the given watermark. */
    private boolean earlyRowsAreDue(Watermark mark) {
        long period = plan.panes().earlyMillis();
        return period > 0 && mark.getTimestamp() >= EventTimes.nextTick(watermark, period);
    }

    private void announceTick() {
        ProcessingTimeService clock = getProcessingTimeService();
        clock.registerTimer(
                clock.getCurrentProcessingTime() + plan.panes().earlyProcessingMillis(),
                now -> {
                    flush(Long.MAX_VALUE);
                    announceTick();
                });
    }

    /** An idle input does not hold the windows' watermark back: nothing may wait here. */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        flush(Long.MAX_VALUE);
        wasIdle |= status.isIdle();
        super.processWatermarkStatus(status);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        flush(Long.MAX_VALUE);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        watermarkState.store(surelyReached());
    }

    /** No watermark of the windows is ahead of this one. */
    long surelyReached() {
        return wasIdle ? Long.MAX_VALUE : watermark;
    }

    @Override
    public void finish() throws Exception {
        flush(Long.MAX_VALUE);
        super.finish();
    }

    /** Sends what is in a window that the given watermark completes. */
    void flush(long completed) {
        firstEnd = Long.MAX_VALUE;
        parts.entrySet()
                .removeIf(
                        ofKey -> {
                            ofKey.getValue()
                                    .removeIf(part -> sent(ofKey.getKey(), part, completed));
                            return ofKey.getValue().isEmpty();
                        });
    }

    private boolean sent(K key, Part<A> part, long completed) {
        if (part.firstEnd() - 1 > completed) {
            firstEnd = Math.min(firstEnd, part.firstEnd());
            return false;
        }
        send(
                new Partial<>(key, null, part.accumulator, part.events, part.first, part.last),
                part.last);
        count--;
        return true;
    }

    private void send(Partial<K, T, A> partial, long timestamp) {
        output.collect(new StreamRecord<>(partial, timestamp));
    }
}
