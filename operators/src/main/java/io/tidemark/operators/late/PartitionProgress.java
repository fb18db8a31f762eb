package io.tidemark.operators.late;

import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * How far a partition has come, as a checkpoint keeps it; the names of the states are part of every
 * savepoint. Partitions do not go away, so nothing is ever cleared. Public, or it would fall to
 * Kryo.
 *
 * @param watermark the partition's own watermark, epoch milliseconds
 * @param generator the state of the partition's watermark generator, as it wrote it
 */
public record PartitionProgress(long watermark, byte[] generator) {

    /** Of each partition. */
    static final ValueStateDescriptor<PartitionProgress> STATE =
            new ValueStateDescriptor<>(
                    "partition-progress", TypeInformation.of(PartitionProgress.class));

    /**
     * Of each partition, the watermark that the windows behind the gate may have reached when the
     * checkpoint was cut, in epoch milliseconds: the watermark of all partitions, which Flink does
     * not keep. By itself, for it moves at every checkpoint, and a partition without events need
     * not write its generator for that.
     */
    static final ValueStateDescriptor<Long> CLOSED =
            new ValueStateDescriptor<>("partition-closed", Types.LONG);

    /**
     * The same for a partition that no checkpoint knows yet: broadcast, for nobody can tell which
     * subtask will get it. All subtasks see the same watermarks, but at an unaligned barrier not
     * equally far, which is why those that are known keep their own.
     */
    static final MapStateDescriptor<String, Long> CLOSED_FOR_NEW_PARTITIONS =
            new MapStateDescriptor<>("closed-for-new-partitions", Types.STRING, Types.LONG);
}
