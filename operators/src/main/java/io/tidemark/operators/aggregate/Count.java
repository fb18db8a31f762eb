package io.tidemark.operators.aggregate;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Counts events.
 *
 * <p>The accumulator is one {@code long}: 8 bytes in a savepoint. Cost an event: one increment. The
 * result of nothing is 0.
 *
 * @param <T> the type of the events
 */
public final class Count<T>
        implements TypedAggregate<T, Count.Accumulator, Long>,
                InvertibleAggregate<T, Count.Accumulator, Long> {

    private static final long serialVersionUID = 1L;

    private Count() {}

    /** An aggregate that counts every event. */
    public static <T> Count<T> events() {
        return new Count<>();
    }

    @Override
    public Accumulator createAccumulator() {
        return new Accumulator();
    }

    @Override
    public Accumulator add(T event, Accumulator total) {
        total.count++;
        return total;
    }

    @Override
    public Accumulator merge(Accumulator a, Accumulator b) {
        a.count += b.count;
        return a;
    }

    @Override
    public Accumulator retract(Accumulator total, Accumulator part) {
        total.count -= part.count;
        return total;
    }

    @Override
    public Long getResult(Accumulator total) {
        return total.count;
    }

    @Override
    public TypeInformation<Accumulator> accumulatorType() {
        return AccumulatorType.of(Accumulator.class, Serializer.INSTANCE);
    }

    @Override
    public TypeInformation<Long> resultType() {
        return Types.LONG;
    }

    /** How many events there were; changed in place by its aggregate. */
    public static final class Accumulator {

        private long count;

        private Accumulator() {}

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Accumulator that && that.count == count;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(count);
        }

        @Override
        public String toString() {
            return "count " + count;
        }
    }

    private static final class Serializer extends AccumulatorSerializer<Accumulator> {

        private static final long serialVersionUID = 1L;

        static final Serializer INSTANCE = new Serializer();

        @Override
        public Accumulator createInstance() {
            return new Accumulator();
        }

        @Override
        public Accumulator copy(Accumulator from, Accumulator reuse) {
            reuse.count = from.count;
            return reuse;
        }

        @Override
        public void serialize(Accumulator total, DataOutputView target) throws IOException {
            target.writeLong(total.count);
        }

        @Override
        public Accumulator deserialize(Accumulator reuse, DataInputView source) throws IOException {
            reuse.count = source.readLong();
            return reuse;
        }

        @Override
        public int getLength() {
            return Long.BYTES;
        }

        @Override
        public TypeSerializerSnapshot<Accumulator> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** What a savepoint remembers of the accumulator's layout; public for Flink only. */
    public static final class Snapshot extends AccumulatorSnapshot<Accumulator> {

        /** For Flink, which creates it by name. */
        public Snapshot() {
            super(Serializer.INSTANCE);
        }
    }
}
