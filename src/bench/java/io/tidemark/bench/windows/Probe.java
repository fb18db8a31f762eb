package io.tidemark.bench.windows;

import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Stands behind the source, before the shuffle, and notes when watermarks and barriers leave. */
final class Probe extends AbstractStreamOperator<Event>
        implements OneInputStreamOperator<Event, Event> {

    private static final long serialVersionUID = 1L;

    private final String boardName;

    Probe(String boardName) {
        this.boardName = boardName;
    }

    @Override
    public void processElement(StreamRecord<Event> event) {
        output.collect(event);
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        RunBoard.named(boardName).watermarkLeft(watermark.getTimestamp());
        super.processWatermark(watermark);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        RunBoard.named(boardName).barrierLeft(context.getCheckpointId());
    }
}
