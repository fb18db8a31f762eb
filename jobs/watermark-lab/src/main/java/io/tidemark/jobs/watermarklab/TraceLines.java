package io.tidemark.jobs.watermarklab;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.ArrayResultIterator;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file behind its header, in the order of the file and by one reader: where there is
 * no arrival time, that order is the arrival.
 */
final class TraceLines implements BulkFormat<TraceLine, FileSourceSplit> {

    private static final long serialVersionUID = 1L;

    private static final int BATCH = 2048;

    @Override
    public Reader<TraceLine> createReader(Configuration config, FileSourceSplit split)
            throws IOException {
        return LineReader.behindRow(TraceFile.open(split.path()), 0);
    }

    @Override
    public Reader<TraceLine> restoreReader(Configuration config, FileSourceSplit split)
            throws IOException {
        long rowsRead =
                split.getReaderPosition()
                        .map(CheckpointedPosition::getRecordsAfterOffset)
                        .orElse(0L);
        return LineReader.behindRow(TraceFile.open(split.path()), rowsRead);
    }

    @Override
    public boolean isSplittable() {
        return false;
    }

    @Override
    public TypeInformation<TraceLine> getProducedType() {
        return TypeInformation.of(TraceLine.class);
    }

    private static final class LineReader implements Reader<TraceLine> {

        private final TraceFile file;
        private long rowsRead;

        private LineReader(TraceFile file, long rowsRead) {
            this.file = file;
            this.rowsRead = rowsRead;
        }

        /** A reader that goes on behind the given row; the header is row 0. */
        static LineReader behindRow(TraceFile file, long row) throws IOException {
            TraceLine line = file.next();
            while (line != null && line.row() < row) {
                line = file.next();
            }
            return new LineReader(file, row);
        }

        @Override
        public @Nullable RecordIterator<TraceLine> readBatch() throws IOException {
            TraceLine[] batch = new TraceLine[BATCH];
            int lines = 0;
            while (lines < BATCH) {
                TraceLine line = file.next();
                if (line == null) {
                    break;
                }
                batch[lines++] = line;
            }
            if (lines == 0) {
                return null;
            }
            ArrayResultIterator<TraceLine> rows = new ArrayResultIterator<>();
            rows.set(batch, lines, CheckpointedPosition.NO_OFFSET, rowsRead);
            rowsRead += lines;
            return rows;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
