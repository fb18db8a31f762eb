package io.tidemark.bench.windows;

import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** The end of every engine: sums up the rows, and notes which watermarks and barriers arrive. */
final class RowSink extends AbstractStreamOperator<WindowRow>
        implements OneInputStreamOperator<WindowRow, WindowRow> {

    private static final long serialVersionUID = 1L;

    private final String boardName;
    private transient RunBoard board;
    private transient SecondSums sums;
    private transient int subtask;

    @SuppressWarnings("NullAway.Init") // opened by Flink
    RowSink(String boardName) {
        this.boardName = boardName;
    }

    @Override
    public void open() throws Exception {
        super.open();
        board = RunBoard.named(boardName);
        subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        sums = board.sums(subtask);
    }

    @Override
    public void processElement(StreamRecord<WindowRow> row) {
        sums.add(row.getValue());
    }

    @Override
    public void processWatermark(Watermark watermark) {
        board.watermarkArrived(subtask, watermark.getTimestamp());
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        board.barrierArrived(context.getCheckpointId());
    }
}
