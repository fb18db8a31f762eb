package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;

/**
 * In savepoints of the first layout each key that had left the memory has a timer of Flink's;
 * {@link DueOfColdKeys} takes them over.
 *
 * @param <K> the type of the keys
 */
final class OldTimers<K> implements Triggerable<K, VoidNamespace> {

    private static final String NAME = "due";

    /** Opens the timers of an operator. */
    @FunctionalInterface
    interface Opener<K> {

        InternalTimerService<VoidNamespace> open(
                String name, VoidNamespaceSerializer namespaces, Triggerable<K, VoidNamespace> to);
    }

    /** Hands out all timers that were restored, and deletes them. */
    static <K> void takeOver(Opener<K> opener, WindowContext<K, ?, ?> context, DueOfColdKeys<K> due)
            throws Exception {
        InternalTimerService<VoidNamespace> timers =
                opener.open(NAME, VoidNamespaceSerializer.INSTANCE, new OldTimers<>());
        List<Tuple2<K, Long>> restored = new ArrayList<>();
        timers.forEachEventTimeTimer(
                (namespace, time) -> restored.add(Tuple2.of(context.currentKey(), time)));
        for (Tuple2<K, Long> timer : restored) {
            context.currentKey(timer.f0);
            timers.deleteEventTimeTimer(VoidNamespace.INSTANCE, timer.f1);
            due.put(timer.f0, timer.f1);
        }
    }

    @Override
    public void onEventTime(InternalTimer<K, VoidNamespace> timer) {
        throw new IllegalStateException("this timer was to be deleted: " + timer);
    }

    @Override
    public void onProcessingTime(InternalTimer<K, VoidNamespace> timer) {
        throw new IllegalStateException("no timer of processing time was ever set: " + timer);
    }
}
