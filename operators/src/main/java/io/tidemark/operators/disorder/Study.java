package io.tidemark.operators.disorder;

import io.tidemark.operators.late.ClocklessGenerators;
import java.util.List;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The study of a bounded stream of arrivals, partition by partition: what every delay of a grid
 * would buy and cost, and what a few strategies would make of it.
 *
 * <p>The arrivals of a partition must come in the order of its log. At the end of the input each
 * partition that had any record gives its findings, as bytes ({@link StudyFindings#fromBytes});
 * those of all partitions add up in any order.
 */
public final class Study {

    /** The metric with the number of arrivals that a subtask has studied. */
    public static final String STUDIED = "arrivalsStudied";

    /**
     * The reason under which arrivals are counted whose times lie outside {@link DelayStudy#LIMIT},
     * so that one of them does not end the study.
     */
    public static final String OUT_OF_RANGE = "time_out_of_range";

    private final StudyPlan plan;
    private final List<ClocklessGenerators<Arrival>> strategies;

    private Study(StudyPlan plan, List<ClocklessGenerators<Arrival>> strategies) {
        this.plan = plan;
        this.strategies = strategies;
    }

    /**
     * A study by the given plan.
     *
     * @throws IllegalArgumentException if a strategy's generators cannot write their state
     */
    public static Study of(StudyPlan plan, List<TriedStrategy> strategies) {
        return new Study(
                plan,
                strategies.stream()
                        .map(tried -> ClocklessGenerators.of(tried.strategy()))
                        .toList());
    }

    /**
     * Puts the study behind a stream.
     *
     * @param uid the operator's stable uid, also its name
     * @return the findings of each partition, in bytes
     */
    public SingleOutputStreamOperator<byte[]> applyTo(DataStream<Arrival> arrivals, String uid) {
        return study(arrivals.keyBy(Arrival::partition, Types.INT), uid);
    }

    /**
     * Puts the study behind a stream that one subtask gives, into the same task: no record is
     * serialized on the way.
     *
     * @param arrivals of parallelism 1
     * @param uid the operator's stable uid, also its name
     * @return the findings of each partition, in bytes
     */
    public SingleOutputStreamOperator<byte[]> applyBeside(
            SingleOutputStreamOperator<Arrival> arrivals, String uid) {
        if (arrivals.getParallelism() != 1) {
            throw new IllegalArgumentException(
                    "arrivals come from "
                            + arrivals.getParallelism()
                            + " subtasks: set their parallelism to 1, or use applyTo");
        }
        // With one subtask on either side any stream is partitioned as by any key.
        return study(
                        DataStreamUtils.reinterpretAsKeyedStream(
                                arrivals, Arrival::partition, Types.INT),
                        uid)
                .setParallelism(1)
                .setMaxParallelism(1);
    }

    private SingleOutputStreamOperator<byte[]> study(
            KeyedStream<Arrival, Integer> arrivals, String uid) {
        return arrivals.transform(
                        uid,
                        PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO,
                        new StudyOperator(plan, strategies))
                .uid(uid);
    }
}
