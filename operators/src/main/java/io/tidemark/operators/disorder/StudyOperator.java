package io.tidemark.operators.disorder;

import io.tidemark.operators.late.ClocklessGenerators;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Studies each partition, the current key, in memory; a checkpoint takes over those that had
 * arrivals since the one before.
 */
final class StudyOperator extends AbstractStreamOperator<byte[]>
        implements OneInputStreamOperator<Arrival, byte[]> {

    private static final long serialVersionUID = 1L;

    private static final ValueStateDescriptor<byte[]> STUDY =
            new ValueStateDescriptor<>(
                    "partition-study", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);

    private final StudyPlan plan;
    private final List<ClocklessGenerators<Arrival>> strategies;

    private transient ValueState<byte[]> state;
    private transient Map<Integer, PartitionStudy> studies;
    private transient long arrivals;

    @SuppressWarnings("NullAway.Init") // Flink opens the state before the first record.
    StudyOperator(StudyPlan plan, List<ClocklessGenerators<Arrival>> strategies) {
        this.plan = plan;
        this.strategies = List.copyOf(strategies);
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        state = context.getKeyedStateStore().getState(STUDY);
        studies = new TreeMap<>();
        if (context.isRestored()) {
            loadAll();
        }
        Gauge<Long> studied = () -> arrivals;
        getMetricGroup().gauge(Study.STUDIED, studied);
    }

    private void loadAll() throws Exception {
        KeyedStateBackend<Integer> backend = getKeyedStateBackend();
        List<Integer> partitions;
        try (Stream<Integer> keys = backend.getKeys(STUDY.getName(), VoidNamespace.INSTANCE)) {
            partitions = keys.toList();
        }
        for (Integer partition : partitions) {
            setCurrentKey(partition);
            PartitionStudy study = new PartitionStudy(plan, strategies, partition);
            study.read(new DataInputDeserializer(state.value()));
            studies.put(partition, study);
        }
    }

    @Override
    public void processElement(StreamRecord<Arrival> element) throws IOException {
        Arrival arrival = element.getValue();
        arrivals++;
        PartitionStudy study = studies.get(arrival.partition());
        if (study == null) {
            study = new PartitionStudy(plan, strategies, arrival.partition());
            studies.put(arrival.partition(), study);
        }
        study.add(arrival);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        for (Map.Entry<Integer, PartitionStudy> entry : studies.entrySet()) {
            PartitionStudy study = entry.getValue();
            if (study.takeChanged()) {
                DataOutputSerializer bytes = new DataOutputSerializer(1 << 16);
                study.write(bytes);
                setCurrentKey(entry.getKey());
                state.update(bytes.getCopyOfBuffer());
            }
        }
    }

    @Override
    public void finish() throws Exception {
        for (PartitionStudy study : studies.values()) {
            output.collect(new StreamRecord<>(study.findings().toBytes()));
        }
        super.finish();
    }
}
