package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.window.CountAndSum.Accumulator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class CountAndSumTest {

    private record Sale(BigDecimal amount, boolean update) {}

    @Test
    void nothingAddedIsNothing() {
        assertThat(sound().createAccumulator())
                .isEqualTo(new Accumulator(0, new BigDecimal("0"), false));
    }

    @Test
    void theScaleIsTheLargestOfAnyValue() {
        assertThat(total("1.5", "2.25", "3").sum()).isEqualTo(new BigDecimal("6.75"));
        assertThat(total("505.30").sum()).isEqualTo(new BigDecimal("505.30"));
        // Nothing is cut off when it comes to a round sum, or to none.
        assertThat(total("1.50", "2.50").sum()).isEqualTo(new BigDecimal("4.00"));
        assertThat(total("12.50", "-12.50").sum()).isEqualTo(new BigDecimal("0.00"));
        // A negative scale (1e3 has -3) is never kept: the empty sum has scale 0.
        assertThat(total("1e3").sum()).isEqualTo(new BigDecimal("1000"));
    }

    @Test
    void anUpdateStaysAnUpdate() {
        CountAndSum<Sale> aggregate = sound();
        Accumulator updated =
                aggregate.add(new Sale(BigDecimal.ONE, true), aggregate.createAccumulator());
        assertThat(updated.updated()).isTrue();
        assertThat(aggregate.add(new Sale(BigDecimal.ONE, false), updated).updated()).isTrue();
        assertThat(aggregate.merge(aggregate.createAccumulator(), updated).updated()).isTrue();
        assertThat(aggregate.merge(updated, aggregate.createAccumulator()).updated()).isTrue();
    }

    @RepeatedTest(50)
    void neitherOrderNorMergingChangesTheTotals(Random random) {
        check(sound(), random);
    }

    @Test
    void theCheckCatchesASumOfDoubles(Random random) throws Exception {
        Mutant.mustBeCaught(random, 20, sales -> check(new SumOfDoubles(), sales));
    }

    private static void check(
            AggregateFunction<Sale, Accumulator, Accumulator> aggregate, Random random) {
        List<Sale> sales = new ArrayList<>();
        BigInteger units = BigInteger.ZERO;
        int largestScale = 0;
        for (int i = 1 + random.nextInt(50); i > 0; i--) {
            BigInteger unscaled = new BigInteger(random.nextInt(120), random);
            unscaled = random.nextBoolean() ? unscaled : unscaled.negate();
            int scale = random.nextInt(6);
            sales.add(new Sale(new BigDecimal(unscaled, scale), random.nextInt(40) == 0));
            // The reference counts in millionths, without any decimal.
            units = units.add(unscaled.multiply(BigInteger.TEN.pow(6 - scale)));
            largestScale = Math.max(largestScale, scale);
        }
        boolean updated = sales.stream().anyMatch(Sale::update);
        for (int order = 0; order < 5; order++) {
            Collections.shuffle(sales, random);
            Accumulator total = aggregate.getResult(inParts(aggregate, sales, random));
            assertThat(total.count()).isEqualTo(sales.size());
            assertThat(total.updated()).isEqualTo(updated);
            assertThat(total.sum().scale()).isEqualTo(largestScale);
            assertThat(total.sum().movePointRight(6).toBigIntegerExact()).isEqualTo(units);
        }
    }

    /** Adds up runs of the sales each by itself, then merges them in a random tree. */
    private static Accumulator inParts(
            AggregateFunction<Sale, Accumulator, Accumulator> aggregate,
            List<Sale> sales,
            Random random) {
        List<Accumulator> parts = new ArrayList<>();
        Accumulator part = aggregate.createAccumulator();
        for (Sale sale : sales) {
            part = aggregate.add(sale, part);
            if (random.nextInt(4) == 0) {
                parts.add(part);
                part = aggregate.createAccumulator();
            }
        }
        parts.add(part);
        while (parts.size() > 1) {
            Accumulator one = parts.remove(random.nextInt(parts.size()));
            Accumulator other = parts.remove(random.nextInt(parts.size()));
            parts.add(aggregate.merge(one, other));
        }
        return parts.get(0);
    }

    @Test
    void totalsTravelWithoutKryo() throws Exception {
        SerializerConfigImpl noKryo = new SerializerConfigImpl();
        noKryo.setGenericTypes(false);
        TypeSerializer<Accumulator> serializer =
                TypeInformation.of(Accumulator.class).createSerializer(noKryo);
        Accumulator total = total("0.10", "123456789012345678901234567890.12345678");
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(total, out);
        assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                .isEqualTo(total);
    }

    private static Accumulator total(String... amounts) {
        CountAndSum<Sale> aggregate = sound();
        Accumulator total = aggregate.createAccumulator();
        for (String amount : amounts) {
            total = aggregate.add(new Sale(new BigDecimal(amount), false), total);
        }
        return aggregate.getResult(total);
    }

    private static CountAndSum<Sale> sound() {
        return CountAndSum.of(Sale::amount, Sale::update);
    }

    /** The broken twin: adds as most people would. */
    private static final class SumOfDoubles
            implements AggregateFunction<Sale, Accumulator, Accumulator> {

        private static final long serialVersionUID = 1L;

        @Override
        public Accumulator createAccumulator() {
            return sound().createAccumulator();
        }

        @Override
        public Accumulator add(Sale sale, Accumulator total) {
            return merge(new Accumulator(1, sale.amount(), sale.update()), total);
        }

        @Override
        public Accumulator getResult(Accumulator total) {
            return total;
        }

        @Override
        public Accumulator merge(Accumulator a, Accumulator b) {
            int scale = Math.max(a.sum().scale(), b.sum().scale());
            return new Accumulator(
                    a.count() + b.count(),
                    new BigDecimal(a.sum().doubleValue() + b.sum().doubleValue())
                            .setScale(scale, RoundingMode.HALF_EVEN),
                    a.updated() || b.updated());
        }
    }
}
