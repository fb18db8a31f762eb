package io.tidemark.system.crash;

import io.tidemark.system.fault.Faults;
import io.tidemark.system.fault.Point;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes numbers, with a point at each: state on the heap is written in the asynchronous part of a
 * snapshot, and at no other time.
 */
final class WatchedSerializer extends TypeSerializerSingleton<Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Long createInstance() {
        return 0L;
    }

    @Override
    public Long copy(Long from) {
        return from;
    }

    @Override
    public Long copy(Long from, Long reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return Long.BYTES;
    }

    @Override
    public void serialize(Long number, DataOutputView target) throws IOException {
        Faults.reach(Point.SNAPSHOT_WRITING, Faults.ANY);
        target.writeLong(number);
    }

    @Override
    public Long deserialize(DataInputView source) throws IOException {
        return source.readLong();
    }

    @Override
    public Long deserialize(Long reuse, DataInputView source) throws IOException {
        return source.readLong();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        target.writeLong(source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Long> snapshotConfiguration() {
        return new Snapshot();
    }

    /** Written into checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Long> {

        /** For Flink, which makes one when it reads a checkpoint. */
        public Snapshot() {
            super(WatchedSerializer::new);
        }
    }
}
