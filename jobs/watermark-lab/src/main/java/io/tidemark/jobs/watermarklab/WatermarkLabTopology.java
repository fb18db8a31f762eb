package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.disorder.Arrival;
import io.tidemark.operators.disorder.Study;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.types.Either;

/**
 * From the rows of a trace to the findings of each of its partitions.
 *
 * <pre>
 *  rows of a file, or records of a topic, in the order of their arrival
 *     │
 *  [trace-reader]         each becomes an event, or is counted by the reason why it is none
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

    /** Wires the lab behind arrivals of whatever source, those of a partition in their order. */
    static DataStream<byte[]> of(
            SingleOutputStreamOperator<Arrival> arrivals, WatermarkLabOptions options) {
        Study study = Study.of(LabPlan.study(options), LabPlan.strategies(options));
        return options.input() instanceof TraceInput.OfFile
                ? study.applyBeside(arrivals, STUDY_UID)
                : study.applyTo(arrivals, STUDY_UID);
    }

    /** The arrivals that the lines of a file stand for. */
    static SingleOutputStreamOperator<Arrival> ofLines(
            DataStream<TraceLine> lines, TraceInput.OfFile file) {
        return reader(
                        lines.map(new LineReading(new TraceRows(file.columns(), file.fields())))
                                .returns(TypeInformation.of(Arrival.class)))
                // One reader: where rows tell no arrival, their order is the arrival.
                .setParallelism(1);
    }

    /** The arrivals that the records of a topic stand for. */
    static SingleOutputStreamOperator<Arrival> ofRecords(
            DataStream<Either<DeadLetter, Arrival>> records) {
        return reader(records.map(new RecordReading()).returns(TypeInformation.of(Arrival.class)));
    }

    private static SingleOutputStreamOperator<Arrival> reader(
            SingleOutputStreamOperator<Arrival> arrivals) {
        return arrivals.name(READER_UID).uid(READER_UID);
    }
}
