package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.StudyFindings;
import java.io.IOException;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.jspecify.annotations.Nullable;

/** Adds up the findings of all partitions and writes the report when the last one has come. */
final class ReportSink implements Sink<byte[]> {

    private static final long serialVersionUID = 1L;

    private final LabReportMaker maker;

    ReportSink(WatermarkLabOptions options) {
        this.maker = new LabReportMaker(options);
    }

    @Override
    public SinkWriter<byte[]> createWriter(WriterInitContext context) {
        return new Writer(maker, context.getProcessingTimeService());
    }

    /** Nothing of it is state: findings come when the input ends, and all of them at once. */
    private static final class Writer implements SinkWriter<byte[]> {

        private final LabReportMaker maker;
        private final ProcessingTimeService clock;
        private @Nullable StudyFindings all;

        Writer(LabReportMaker maker, ProcessingTimeService clock) {
            this.maker = maker;
            this.clock = clock;
        }

        @Override
        public void write(byte[] ofPartition, Context context) throws IOException {
            StudyFindings one = StudyFindings.fromBytes(ofPartition, maker.plan());
            all = all == null ? one : all.with(one);
        }

        @Override
        public void flush(boolean endOfInput) throws IOException {
            if (endOfInput) {
                maker.write(
                        all == null ? StudyFindings.none(maker.plan(), maker.strategies()) : all,
                        clock.getCurrentProcessingTime());
            }
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
