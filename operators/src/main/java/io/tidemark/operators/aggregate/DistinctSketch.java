package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The HyperLogLog sketch of the values seen so far; changed in place by its aggregate.
 *
 * <p>It is written in the DataSketches format, compact, behind its length.
 */
public final class DistinctSketch {

    /** One byte a register: the fastest, and all of it is read off the registers. */
    static final TgtHllType KIND = TgtHllType.HLL_8;

    Union sketch;

    DistinctSketch(Union sketch) {
        this.sketch = sketch;
    }

    static TypeInformation<DistinctSketch> type() {
        return AccumulatorType.of(DistinctSketch.class, Serializer.INSTANCE);
    }

    @Override
    public String toString() {
        return "about " + Math.round(sketch.getCompositeEstimate()) + " values";
    }

    private static final class Serializer extends AccumulatorSerializer<DistinctSketch> {

        private static final long serialVersionUID = 1L;

        static final Serializer INSTANCE = new Serializer();

        @Override
        public DistinctSketch createInstance() {
            return new DistinctSketch(new Union(DistinctCount.DEFAULT_LOG2_REGISTERS));
        }

        @Override
        public DistinctSketch copy(DistinctSketch from, DistinctSketch reuse) {
            reuse.sketch = Union.heapify(from.sketch.toCompactByteArray());
            return reuse;
        }

        @Override
        public void serialize(DistinctSketch seen, DataOutputView target) throws IOException {
            byte[] bytes = seen.sketch.toCompactByteArray();
            VarLong.write(bytes.length, target);
            target.write(bytes);
        }

        @Override
        public DistinctSketch deserialize(DistinctSketch reuse, DataInputView source)
                throws IOException {
            byte[] bytes = new byte[(int) VarLong.read(source)];
            source.readFully(bytes);
            reuse.sketch = Union.heapify(bytes);
            return reuse;
        }

        @Override
        public TypeSerializerSnapshot<DistinctSketch> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** What a savepoint remembers of the layout; public for Flink only. */
    public static final class Snapshot extends AccumulatorSnapshot<DistinctSketch> {

        /** For Flink, which creates it by name. */
        public Snapshot() {
            super(Serializer.INSTANCE);
        }
    }
}
