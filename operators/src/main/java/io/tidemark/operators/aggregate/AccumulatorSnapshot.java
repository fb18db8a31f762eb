package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a savepoint remembers of an {@link AccumulatorSerializer}: its snapshot's class and the
 * version of its layout.
 *
 * <p>The names of the subclasses stand in savepoints: a class that is renamed or moved can no
 * longer be restored. Each needs a public constructor without parameters, because Flink creates it
 * by name.
 *
 * @param <A> the type of the accumulator
 */
abstract class AccumulatorSnapshot<A> implements TypeSerializerSnapshot<A> {

    private static final int VERSION = 1;

    private final TypeSerializer<A> serializer;

    /** A snapshot of the given serializer, in its first layout. */
    AccumulatorSnapshot(TypeSerializer<A> serializer) {
        this.serializer = serializer;
    }

    @Override
    public final int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public final void writeSnapshot(DataOutputView out) {}

    @Override
    public final void readSnapshot(int readVersion, DataInputView in, ClassLoader userCode)
            throws IOException {
        if (readVersion != VERSION) {
            throw new IOException(
                    "the savepoint holds "
                            + getClass().getName()
                            + " in layout "
                            + readVersion
                            + ", but this version of Tidemark reads layout "
                            + VERSION
                            + " only: restore it with the version that wrote it, or a later one");
        }
    }

    @Override
    public final TypeSerializer<A> restoreSerializer() {
        return serializer;
    }

    @Override
    public final TypeSerializerSchemaCompatibility<A> resolveSchemaCompatibility(
            TypeSerializerSnapshot<A> old) {
        return old.getClass() == getClass()
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
