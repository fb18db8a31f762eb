package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.Arrival;
import io.tidemark.operators.disorder.Study;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * From the rows of a trace to the findings of each of its partitions.
 *
 * <pre>
 *  rows of the trace, in the order of their arrival
 *     │
 *  [trace-reader]         a row becomes an event, or is counted by the reason why it is none
 *     │                   by partition
 *  [delay-study]          every delay of the grid, and a few strategies, against the same events
 *     ▼
 *  findings               of each partition, when all has been read; they add up to the report
 * </pre>
 */
final class WatermarkLabTopology {

    static final String READER_UID = "trace-reader";
    static final String STUDY_UID = "delay-study";

    private WatermarkLabTopology() {}

    /** Wires the lab behind the lines of a file. */
    static DataStream<byte[]> of(DataStream<TraceLine> lines, WatermarkLabOptions options) {
        TraceRows rows = new TraceRows(options.input().columns(), options.input().fields());
        DataStream<Arrival> arrivals =
                lines.map(new ArrivalReader(rows))
                        .returns(TypeInformation.of(Arrival.class))
                        .name(READER_UID)
                        .uid(READER_UID)
                        // One reader: where rows tell no arrival, their order is the arrival.
                        .setParallelism(1);
        return Study.of(LabPlan.study(options), LabPlan.strategies(options))
                .applyTo(arrivals, STUDY_UID);
    }
}
