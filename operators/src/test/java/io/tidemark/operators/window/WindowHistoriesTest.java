package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.SeededRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Windows of every kind do what the reference does. */
@ExtendWith(SeededRandom.class)
class WindowHistoriesTest {

    @Test
    void onHeap(Random random) throws Exception {
        WindowHistories.of(DrawnKind::any, Backend.HEAP).run(10_000, random);
    }

    @Test
    void onRocksDb(Random random) throws Exception {
        WindowHistories.of(DrawnKind::any, Backend.ROCKSDB).run(200, random);
    }

    @Test
    void onForSt(Random random) throws Exception {
        WindowHistories.of(DrawnKind::any, Backend.FORST).run(50, random);
    }
}
