package io.tidemark.operators.testing;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/** Fails once after it was armed, some elements after a checkpoint completed. */
public final class FailOnce implements MapFunction<Long, Long>, CheckpointListener {

    private static final long serialVersionUID = 1L;

    private static final AtomicBoolean ARMED = new AtomicBoolean();
    private static final AtomicInteger COMPLETED_AFTER = new AtomicInteger();

    private transient int completed;

    /** The next instance that has seen two checkpoints fails. */
    public static void arm() {
        COMPLETED_AFTER.set(0);
        ARMED.set(true);
    }

    /** How many checkpoints completed behind the failure, told to each subtask. */
    public static int completedAfter() {
        return COMPLETED_AFTER.get();
    }

    @Override
    public Long map(Long value) {
        if (completed >= 2 && value % 50 == 0 && ARMED.compareAndSet(true, false)) {
            throw new IllegalStateException("the failure that the test asks for");
        }
        return value;
    }

    @Override
    public void notifyCheckpointComplete(long id) {
        completed++;
        if (!ARMED.get()) {
            COMPLETED_AFTER.incrementAndGet();
        }
    }
}
