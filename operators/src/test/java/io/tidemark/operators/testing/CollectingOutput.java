package io.tidemark.operators.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** Collects what an operator emits, after a trip through the serializers as over the network. */
final class CollectingOutput<OUT> implements Output<StreamRecord<OUT>> {

    private final Emitted emitted;
    private final TypeSerializer<OUT> serializer;
    private final ExecutionConfig config;
    private final Map<String, TypeSerializer<?>> sideSerializers = new HashMap<>();

    CollectingOutput(Emitted emitted, TypeSerializer<OUT> serializer, ExecutionConfig config) {
        this.emitted = emitted;
        this.serializer = serializer;
        this.config = config;
    }

    @Override
    public void collect(StreamRecord<OUT> record) {
        emitted.main().add(record.copy(overTheWire(record.getValue(), serializer)));
    }

    @Override
    @SuppressWarnings("unchecked") // Each tag's serializer comes from that tag's type.
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
        TypeSerializer<X> side =
                (TypeSerializer<X>)
                        sideSerializers.computeIfAbsent(
                                tag.getId(),
                                first ->
                                        tag.getTypeInfo()
                                                .createSerializer(config.getSerializerConfig()));
        emitted.side(tag.getId()).add(record.copy(overTheWire(record.getValue(), side)));
    }

    static <X> X overTheWire(X value, TypeSerializer<X> serializer) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(value, out);
            DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
            X copy = serializer.deserialize(in);
            if (in.available() != 0) {
                throw new AssertionError(
                        serializer + " left " + in.available() + " bytes of " + value + " unread");
            }
            return copy;
        } catch (IOException failed) {
            throw new UncheckedIOException(serializer + " cannot carry " + value, failed);
        }
    }

    @Override
    public void emitWatermark(Watermark mark) {
        emitted.watermarks().add(mark.getTimestamp());
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {}

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void emitWatermark(WatermarkEvent mark) {}

    @Override
    public void close() {}
}
