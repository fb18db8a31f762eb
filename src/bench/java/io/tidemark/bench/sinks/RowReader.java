package io.tidemark.bench.sinks;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;

/** Emits its portion of the rows and is silent from then on. */
final class RowReader implements SourceReader<SinkRow, SourceSplit> {

    private final RowPattern pattern;
    private final int subtask;
    private final RunClock clock;
    private final CompletableFuture<Void> never = new CompletableFuture<>();
    private long place;

    RowReader(RowPattern pattern, int subtask, RunClock clock) {
        this.pattern = pattern;
        this.subtask = subtask;
        this.clock = clock;
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<SinkRow> output) {
        if (place == 0) {
            clock.begin();
        }
        if (place == pattern.portion()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        output.collect(pattern.row(subtask, place));
        place++;
        if (place == pattern.portion()) {
            clock.portionIsEmitted();
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return place < pattern.portion() ? CompletableFuture.completedFuture(null) : never;
    }

    /** None: no run is restored. */
    @Override
    public List<SourceSplit> snapshotState(long checkpoint) {
        return List.of();
    }

    @Override
    public void addSplits(List<SourceSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
}
