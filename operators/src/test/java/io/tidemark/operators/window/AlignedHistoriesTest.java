package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.SeededRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tumbling, hopping and calendar windows do what the reference does. */
@ExtendWith(SeededRandom.class)
class AlignedHistoriesTest {

    @Test
    void onHeap(Random random) throws Exception {
        WindowHistories.of(AlignedCase::random, Backend.HEAP).run(10_000, random);
    }

    @Test
    void onRocksDb(Random random) throws Exception {
        WindowHistories.of(AlignedCase::random, Backend.ROCKSDB).run(200, random);
    }
}
