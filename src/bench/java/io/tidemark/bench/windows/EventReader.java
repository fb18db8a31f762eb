package io.tidemark.bench.windows;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** Emits its stride of the pattern, as far as the board allows. */
final class EventReader implements SourceReader<Event, EventSource.Stride> {

    private final EventPattern pattern;
    private final RunBoard board;
    private final CompletableFuture<Void> assigned = new CompletableFuture<>();
    private int subtask;
    private int step;
    private long next;

    EventReader(EventPattern pattern, RunBoard board) {
        this.pattern = pattern;
        this.board = board;
    }

    @Override
    public void start() {}

    @Override
    public void addSplits(List<EventSource.Stride> splits) {
        for (EventSource.Stride split : splits) {
            subtask = split.subtask();
            next = split.next();
            step = split.step();
        }
        assigned.complete(null);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Event> output) {
        if (step == 0 || next >= board.limit()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        Event event = pattern.event(next);
        output.collect(event, event.time());
        next += step;
        board.emitted(subtask, next);
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        if (!assigned.isDone()) {
            return assigned;
        }
        return board.allows(next);
    }

    @Override
    public List<EventSource.Stride> snapshotState(long checkpoint) {
        return List.of(new EventSource.Stride(subtask, next, step));
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
}
