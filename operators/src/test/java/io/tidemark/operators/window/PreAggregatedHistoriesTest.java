package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.window.BrokenLocalAggregation.Fault;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows with a local aggregation do what the reference does, which has none. */
@ExtendWith(SeededRandom.class)
class PreAggregatedHistoriesTest {

    private static final Disturbance DISTURBED =
            Disturbance.restoringEvery(20).rescaling(1, 2).losing(3);

    @Test
    void onHeap(Random random) throws Exception {
        WindowHistories.of(PreAggregatedCase::random, Backend.HEAP).run(3_000, random);
    }

    @Test
    void onRocksDb(Random random) throws Exception {
        WindowHistories.of(PreAggregatedCase::random, Backend.ROCKSDB).run(40, random);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void theCheckCatches(Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(random, 1_000, history -> check(fault, history));
    }

    @Test
    void theCheckPassesASoundTwin(Random random) throws Exception {
        for (int i = 0; i < 50; i++) {
            check(Fault.NONE, random);
        }
    }

    private static void check(Fault fault, Random random) throws Exception {
        PreAggregatedCase<?, ?> one = PreAggregatedCase.random(fault, random);
        one.check(one.history(), Backend.HEAP, DISTURBED);
    }
}
