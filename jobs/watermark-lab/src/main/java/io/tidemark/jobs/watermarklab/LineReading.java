package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.Arrival;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.metrics.Gauge;

/** Makes arrivals of lines, and tells how much of the file has been read. */
final class LineReading extends RichMapFunction<TraceLine, Arrival> {

    /** The metric with the bytes of the file that have been read. */
    static final String BYTES_READ = "traceBytesRead";

    private static final long serialVersionUID = 1L;

    private final TraceRows rows;
    private transient long bytesRead;

    LineReading(TraceRows rows) {
        this.rows = rows;
    }

    @Override
    public void open(OpenContext context) {
        Gauge<Long> read = () -> bytesRead;
        getRuntimeContext().getMetricGroup().gauge(BYTES_READ, read);
    }

    @Override
    public Arrival map(TraceLine line) throws RefusedTraceException {
        bytesRead = line.bytesRead();
        return rows.read(line);
    }
}
