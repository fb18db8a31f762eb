package io.tidemark.watermarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class DelayHistogramTest {

    @RepeatedTest(20)
    void anAnswerIsNeverTooSmallAndAtMostAThirtySecondTooLarge(Random random) {
        long[] durations = durations(random, 1_000);
        DelayHistogram histogram = histogramOf(durations);
        Arrays.sort(durations);
        for (int above : new int[] {0, 1, 10, 50, 500, 998, 999}) {
            long exact = Math.max(0, durations[durations.length - 1 - above]);
            long answer = histogram.exceededByAtMost(above);
            assertThat(answer).isGreaterThanOrEqualTo(exact);
            assertThat(answer - exact).isLessThanOrEqualTo(exact / 32);
        }
        assertThat(histogram.exceededByAtMost(1_000)).isZero();
    }

    @RepeatedTest(20)
    void sketchesAddUpToTheSameInAnyOrder(Random random) throws IOException {
        long[] durations = durations(random, 1_000);
        List<DelayHistogram> parts =
                Arrays.asList(new DelayHistogram(), new DelayHistogram(), new DelayHistogram());
        for (long duration : durations) {
            parts.get(random.nextInt(3)).add(duration);
        }
        Collections.shuffle(parts, random);
        DelayHistogram sum = new DelayHistogram();
        parts.forEach(sum::add);
        assertThat(bytes(sum)).isEqualTo(bytes(histogramOf(durations)));
    }

    @RepeatedTest(20)
    void whatWasAddedCanBeTakenAway(Random random) throws IOException {
        DelayHistogram kept = histogramOf(durations(random, 500));
        DelayHistogram passing = histogramOf(durations(random, 500));
        byte[] before = bytes(kept);
        kept.add(passing);
        assertThat(bytes(kept)).isNotEqualTo(before);
        kept.subtract(passing);
        assertThat(bytes(kept)).isEqualTo(before);
        assertThat(kept.exceededByAtMost(5)).isEqualTo(copy(kept).exceededByAtMost(5));
    }

    @RepeatedTest(5)
    void aSketchThatWasReadIsTheOneThatWasWritten(Random random) throws IOException {
        DelayHistogram written = histogramOf(durations(random, 500));
        DelayHistogram read = histogramOf(durations(random, 100));
        read.read(new DataInputDeserializer(bytes(written)));
        assertThat(bytes(read)).isEqualTo(bytes(written));
        assertThat(read.total()).isEqualTo(500);
        assertThat(read.quantile(0.5)).isEqualTo(written.quantile(0.5));
    }

    @Test
    void anEmptiedSketchIsEmpty() throws IOException {
        DelayHistogram histogram = histogramOf(new long[] {0, 1, 100, Long.MAX_VALUE});
        histogram.clear();
        assertThat(bytes(histogram)).isEqualTo(bytes(new DelayHistogram()));
        assertThat(histogram.exceededByAtMost(0)).isZero();
    }

    @Test
    void eachDurationHasABinThatEndsWhereTheNextBegins() {
        for (long millis : new long[] {0, 1, 63, 64, 65, 127, 128, 1 << 20, Long.MAX_VALUE - 1}) {
            int bin = DelayHistogram.binOf(millis);
            assertThat(DelayHistogram.upperEdge(bin)).isGreaterThanOrEqualTo(millis);
            assertThat(DelayHistogram.binOf(DelayHistogram.upperEdge(bin))).isEqualTo(bin);
            assertThat(DelayHistogram.binOf(DelayHistogram.upperEdge(bin) + 1))
                    .isEqualTo(millis == Long.MAX_VALUE - 1 ? 0 : bin + 1);
        }
        assertThat(DelayHistogram.binOf(-1)).isZero();
    }

    private static long[] durations(Random random, int count) {
        double octaves = random.nextDouble() * 40;
        return random.doubles(count).mapToLong(d -> (long) Math.pow(2, d * octaves) - 2).toArray();
    }

    private static DelayHistogram histogramOf(long[] durations) {
        DelayHistogram histogram = new DelayHistogram();
        for (long duration : durations) {
            histogram.add(duration);
        }
        return histogram;
    }

    private static DelayHistogram copy(DelayHistogram original) throws IOException {
        DelayHistogram copy = new DelayHistogram();
        copy.read(new DataInputDeserializer(bytes(original)));
        return copy;
    }

    private static byte[] bytes(DelayHistogram histogram) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        histogram.write(out);
        return out.getCopyOfBuffer();
    }
}
