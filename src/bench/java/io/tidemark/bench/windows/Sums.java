package io.tidemark.bench.windows;

import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** How many events and the sum of their amounts: the accumulator of every engine but SQL. */
public final class Sums {

    static final TypeInformation<Sums> TYPE = new Type();

    long count;
    long sum;

    /** Writes sixteen bytes, so that no engine's state waits for reflection. */
    static final class Serializer extends TypeSerializerSingleton<Sums> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public Sums createInstance() {
            return new Sums();
        }

        @Override
        public Sums copy(Sums from) {
            return copy(from, new Sums());
        }

        @Override
        public Sums copy(Sums from, Sums reuse) {
            reuse.count = from.count;
            reuse.sum = from.sum;
            return reuse;
        }

        @Override
        public int getLength() {
            return 2 * Long.BYTES;
        }

        @Override
        public void serialize(Sums sums, DataOutputView target) throws IOException {
            target.writeLong(sums.count);
            target.writeLong(sums.sum);
        }

        @Override
        public Sums deserialize(DataInputView source) throws IOException {
            return deserialize(new Sums(), source);
        }

        @Override
        public Sums deserialize(Sums reuse, DataInputView source) throws IOException {
            reuse.count = source.readLong();
            reuse.sum = source.readLong();
            return reuse;
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            target.write(source, getLength());
        }

        @Override
        public TypeSerializerSnapshot<Sums> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** What a checkpoint remembers of the serializer. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Sums> {

        /** For Flink. */
        public Snapshot() {
            super(Serializer::new);
        }
    }

    private static final class Type extends TypeInformation<Sums> {

        private static final long serialVersionUID = 1L;

        @Override
        public TypeSerializer<Sums> createSerializer(SerializerConfig config) {
            return new Serializer();
        }

        @Override
        public Class<Sums> getTypeClass() {
            return Sums.class;
        }

        @Override
        public boolean isBasicType() {
            return false;
        }

        @Override
        public boolean isTupleType() {
            return false;
        }

        @Override
        public int getArity() {
            return 1;
        }

        @Override
        public int getTotalFields() {
            return 1;
        }

        @Override
        public boolean isKeyType() {
            return false;
        }

        @Override
        public boolean canEqual(Object other) {
            return other instanceof Type;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Type;
        }

        @Override
        public int hashCode() {
            return Type.class.hashCode();
        }

        @Override
        public String toString() {
            return "Sums";
        }
    }
}
