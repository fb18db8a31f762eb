package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.testutils.DeeplyEqualsChecker;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SerializersTest {

    @Nested
    class OfCount extends Flinks<Count.Accumulator> {

        OfCount() {
            super(Count.events(), Long.BYTES);
        }
    }

    @Nested
    class OfDecimalTotal extends Flinks<DecimalTotal> {

        OfDecimalTotal() {
            super(ExactSum.of(Reading::amount), -1);
        }
    }

    @Nested
    class OfExtreme extends Flinks<Extreme<String>> {

        OfExtreme() {
            super(Min.of(Reading::item, Types.STRING), -1);
        }
    }

    @Nested
    class OfExtremeRow extends Flinks<Extreme<Row>> {

        OfExtremeRow() {
            super(Max.of(reading -> new Row(reading.number()), Types.POJO(Row.class)), -1);
        }
    }

    @Nested
    class OfDistinctSketch extends Flinks<DistinctSketch> {

        OfDistinctSketch() {
            super(DistinctCount.of(Reading::item), -1);
        }
    }

    @Nested
    class OfHistogram extends Flinks<Histogram> {

        OfHistogram() {
            super(Quantiles.of(Reading::level, 0.5), -1);
        }
    }

    /** A key whose serializer has a state of its own. */
    public record Row(long number) implements Comparable<Row> {

        @Override
        public int compareTo(Row other) {
            return Long.compare(number, other.number);
        }
    }

    /** Flink's own test of a serializer, over accumulators of few events and of many. */
    abstract static class Flinks<A> extends SerializerTestBase<A> {

        private final TypedAggregate<Reading, A, ?> aggregate;
        private final int length;

        Flinks(TypedAggregate<Reading, A, ?> aggregate, int length) {
            super(
                    new DeeplyEqualsChecker()
                            .withCustomCheck(
                                    (a, b) ->
                                            a instanceof DistinctSketch
                                                    && b instanceof DistinctSketch,
                                    (a, b, checker) -> a.toString().equals(b.toString())));
            this.aggregate = aggregate;
            this.length = length;
        }

        @Override
        protected TypeSerializer<A> createSerializer() {
            return Laws.withoutKryo(aggregate.accumulatorType());
        }

        @Override
        protected int getLength() {
            return length;
        }

        @Override
        protected Class<A> getTypeClass() {
            return aggregate.accumulatorType().getTypeClass();
        }

        @Override
        @SuppressWarnings("unchecked") // An array of what the class says.
        protected A[] getTestData() {
            int[] sizes = {0, 1, 2, 10, 1000};
            A[] data = (A[]) Array.newInstance(getTypeClass(), sizes.length);
            Random random = new Random(7);
            for (int i = 0; i < sizes.length; i++) {
                A total = aggregate.createAccumulator();
                for (int event = 0; event < sizes[i]; event++) {
                    total = aggregate.add(Reading.drawn(random), total);
                }
                data[i] = total;
            }
            return data;
        }
    }

    @Test
    void anotherAccumulatorIsIncompatible() {
        TypeSerializerSnapshot<Count.Accumulator> counts = new Count.Snapshot();
        @SuppressWarnings({"unchecked", "rawtypes"}) // What a job does that changes its aggregate.
        TypeSerializerSnapshot<Count.Accumulator> old =
                (TypeSerializerSnapshot) new Histogram.Snapshot();
        assertThat(counts.resolveSchemaCompatibility(old).isIncompatible()).isTrue();
        assertThat(counts.resolveSchemaCompatibility(new Count.Snapshot()).isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void aLaterLayoutIsRefused() {
        assertThatThrownBy(
                        () ->
                                new Count.Snapshot()
                                        .readSnapshot(
                                                2,
                                                new DataInputDeserializer(new byte[0]),
                                                getClass().getClassLoader()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Count$Snapshot in layout 2")
                .hasMessageContaining("layout 1 only");
    }

    private static final List<Reading> THREE =
            List.of(
                    new Reading("b", 7, new BigDecimal("12.50"), 0.25),
                    new Reading("a", -1, new BigDecimal("-3"), 100),
                    new Reading("b", 9, new BigDecimal("0.125"), -2));

    /** Bytes of the first layout: every later version must read them, whatever it writes. */
    @Test
    void theFirstLayoutIsStillRead() throws IOException {
        reads(Count.events(), "0000000000000003", "Count$Snapshot");
        reads(ExactSum.of(Reading::amount), "030eb296010200010401", "DecimalTotal$Snapshot");
        reads(
                ExactSum.of(reading -> reading.amount().movePointRight(30)),
                "03010d797c0d6554a62571eea8000000",
                "DecimalTotal$Snapshot");
        reads(Min.of(Reading::item, Types.STRING), "010261", "ExtremeSerializer$Snapshot");
        reads(
                DistinctCount.of(Reading::item),
                "100201070c030802080aff80042f823b04",
                "DistinctSketch$Snapshot");
        reads(
                Quantiles.of(Reading::level, 0, 0.5, 1),
                "038180080182fd0f01c80801",
                "Histogram$Snapshot");
    }

    private static <A, R> void reads(
            TypedAggregate<Reading, A, R> aggregate, String hex, String snapshot)
            throws IOException {
        A total = aggregate.createAccumulator();
        for (Reading reading : THREE) {
            total = aggregate.add(reading, total);
        }
        TypeSerializer<A> serializer = Laws.withoutKryo(aggregate.accumulatorType());
        A read = serializer.deserialize(new DataInputDeserializer(HexFormat.of().parseHex(hex)));
        assertThat(aggregate.getResult(read)).isEqualTo(aggregate.getResult(total));
        // Savepoints name the class too.
        assertThat(serializer.snapshotConfiguration().getClass().getName())
                .isEqualTo("io.tidemark.operators.aggregate." + snapshot);
    }
}
