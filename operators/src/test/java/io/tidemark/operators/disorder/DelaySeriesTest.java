package io.tidemark.operators.disorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class DelaySeriesTest {

    @RepeatedTest(50)
    void beginsAndEndsWhereItDoesAndStaysShort(Random random) throws IOException {
        int points = 1 + random.nextInt(1 << random.nextInt(1, 15));
        DelaySeries series = new DelaySeries();
        for (int i = 0; i < points; i++) {
            series.add(10L * i, i);
            if (random.nextInt(500) == 0) {
                series = restored(series);
            }
        }

        assertThat(series.times()).hasSizeLessThanOrEqualTo(600).isSorted().doesNotHaveDuplicates();
        assertThat(series.times()).startsWith(0L).endsWith(10L * (points - 1));
        assertThat(series.delays()).isEqualTo(series.times().stream().map(at -> at / 10).toList());
        assertThat(series.times().size()).isGreaterThanOrEqualTo(Math.min(points, 250));
    }

    private static DelaySeries restored(DelaySeries series) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        series.write(new DataOutputStream(bytes));
        DelaySeries read = new DelaySeries();
        read.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return read;
    }
}
