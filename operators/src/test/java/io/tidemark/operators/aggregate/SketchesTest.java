package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.testing.SeededRandom;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(SeededRandom.class)
class SketchesTest {

    private static final DistinctCount<Long> NUMBERS = DistinctCount.ofLong(number -> number);

    @Test
    void fewValuesAreCountedAllButExactly(Random random) {
        DistinctSketch seen = NUMBERS.createAccumulator();
        long start = random.nextLong();
        for (int i = 1; i <= 372; i++) {
            seen = NUMBERS.add(start + i, NUMBERS.add(start + i, seen));
            // Two of 372 values share a place once in some thousand histories.
            assertThat(NUMBERS.getResult(seen)).isBetween(i - 2L, (long) i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 12})
    void theStandardErrorIsAsStated(int log2Registers, Random random) {
        DistinctCount<Long> distinct = NUMBERS.withLog2Registers(log2Registers);
        double stated = 1.04 / Math.sqrt(1 << log2Registers);
        double squares = 0;
        int histories = 300;
        for (int i = 0; i < histories; i++) {
            int values = 1000 + random.nextInt(50_000);
            DistinctSketch seen = distinct.createAccumulator();
            long start = random.nextLong();
            for (int value = 0; value < values; value++) {
                seen = distinct.add(start + value, seen);
            }
            double error = distinct.getResult(seen) / (double) values - 1;
            assertThat(Math.abs(error)).isLessThan(6 * stated);
            squares += error * error;
        }
        // The deviation of the deviation is 1 / sqrt(600): five of them.
        assertThat(Math.sqrt(squares / histories)).isLessThan(1.2 * stated);
    }

    @Test
    void manyValuesGiveOneEstimateInAnyOrder(Random random) {
        for (int i = 0; i < 100; i++) {
            int values = random.nextInt(6000);
            List<Long> numbers = new ArrayList<>();
            for (int value = 0; value < values; value++) {
                numbers.add(random.nextLong());
            }
            DistinctSketch inOrder = seen(numbers);
            Collections.shuffle(numbers, random);
            // Overlapping parts, one of them on top of a larger one.
            int cut = random.nextInt(values + 1);
            DistinctSketch first = seen(numbers.subList(0, cut));
            DistinctSketch second = seen(numbers.subList(cut / 2, values));
            DistinctSketch merged =
                    random.nextBoolean()
                            ? NUMBERS.merge(first, second)
                            : NUMBERS.merge(second, first);
            assertThat(NUMBERS.getResult(merged)).isEqualTo(NUMBERS.getResult(inOrder));
        }
    }

    @Test
    void theEmptyTextIsAValueToo() {
        DistinctCount<String> texts = DistinctCount.of(text -> text);
        DistinctCount<String> bytes =
                DistinctCount.ofBytes(text -> text.getBytes(StandardCharsets.UTF_8));
        for (DistinctCount<String> distinct : List.of(texts, bytes)) {
            DistinctSketch seen = distinct.createAccumulator();
            assertThat(distinct.getResult(seen)).isZero();
            for (String text : List.of("", "a", "", "b", "a")) {
                seen = distinct.add(text, seen);
            }
            assertThat(distinct.getResult(seen)).isEqualTo(3);
        }
    }

    @Test
    void stateOfFewerRegistersGoesOn() {
        DistinctCount<Long> small = NUMBERS.withLog2Registers(10);
        DistinctSketch old = small.createAccumulator();
        DistinctSketch later = NUMBERS.createAccumulator();
        for (long number = 0; number < 20_000; number++) {
            old = small.add(number, old);
            later = NUMBERS.add(number + 10_000, later);
        }
        double error = 6 * 1.04 / Math.sqrt(1 << 10);
        assertThat((double) NUMBERS.getResult(NUMBERS.merge(later, old)))
                .isBetween(30_000 * (1 - error), 30_000 * (1 + error));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 22})
    void registersOutOfBoundsAreRefused(int log2Registers) {
        assertThatThrownBy(() -> NUMBERS.withLog2Registers(log2Registers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("log2Registers=" + log2Registers)
                .hasMessageContaining("4 to 21");
    }

    @Test
    void bucketsAreInTheOrderOfTheirNumbers(Random random) {
        for (int i = 0; i < 100_000; i++) {
            double a = Double.longBitsToDouble(random.nextLong());
            double b =
                    random.nextBoolean()
                            ? a * (1 + 1e-3)
                            : Double.longBitsToDouble(random.nextLong());
            if (Double.isNaN(a) || Double.isNaN(b)) {
                continue;
            }
            int order = Integer.compare(Histogram.bucketOf(a), Histogram.bucketOf(b));
            assertThat(order == 0 || order == Double.compare(a, b)).isTrue();
            double middle = Histogram.middleOf(Histogram.bucketOf(a));
            if (Double.isInfinite(a)) {
                assertThat(middle).isEqualTo(a);
            } else {
                assertThat(Math.abs(middle - a)).isLessThanOrEqualTo(Math.abs(a) / 128 + 4e-310);
            }
        }
    }

    @Test
    void quantilesOfManyNumbersAreWithinTheBound(Random random) {
        Quantiles<Double> quantiles = Quantiles.of(number -> number, 0.001, 0.1, 0.5, 0.9, 0.999);
        int n = 30_000;
        double[] numbers = random.doubles(n).map(u -> 1 / (1e-6 + u * u)).toArray();
        Histogram histogram = quantiles.createAccumulator();
        for (double number : numbers) {
            histogram = quantiles.add(number, histogram);
        }
        Arrays.sort(numbers);
        int[] places = {30, 3000, 15_000, 27_000, 29_970};
        List<Double> results = quantiles.getResult(histogram);
        for (int i = 0; i < places.length; i++) {
            double exact = numbers[places[i] - 1];
            assertThat(Math.abs(results.get(i) - exact)).isLessThanOrEqualTo(exact / 128);
        }
    }

    @Test
    void threeDecadesTakeAFewKilobytes() throws IOException {
        Quantiles<Double> quantiles = Quantiles.of(number -> number, 0.5);
        Histogram histogram = quantiles.createAccumulator();
        for (double number = 1; number < 1024; number += 0.01) {
            histogram = quantiles.add(number, histogram);
        }
        DataOutputSerializer target = new DataOutputSerializer(64);
        Laws.withoutKryo(quantiles.accumulatorType()).serialize(histogram, target);
        assertThat(target.length()).isBetween(2 * 640, 4 * 640 + 4);
    }

    @Test
    void aNumberWithoutAPlaceIsRefused() {
        Quantiles<Double> quantiles = Quantiles.of(number -> number, 0.5);
        assertThatThrownBy(() -> quantiles.add(Double.NaN, quantiles.createAccumulator()))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("NaN");
    }

    @Test
    void quantilesOutOfBoundsAreRefused() {
        for (double wrong : new double[] {-0.01, 1.01, 99, Double.NaN}) {
            assertThatThrownBy(() -> Quantiles.of((Double number) -> number, 0.5, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("quantile=" + wrong)
                    .hasMessageContaining("0 to 1");
        }
        assertThatThrownBy(() -> Quantiles.of((Double number) -> number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one");
    }

    private static DistinctSketch seen(List<Long> numbers) {
        DistinctSketch seen = NUMBERS.createAccumulator();
        for (long number : numbers) {
            seen = NUMBERS.add(number, seen);
        }
        return seen;
    }
}
