package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sliding aggregations beside the naive reference, over random histories. */
@ExtendWith(SeededRandom.class)
class SlidingRandomTest {

    @RepeatedTest(200)
    void sendsWhatTheReferenceSends(Random random) throws Exception {
        run(Backend.HEAP, Disturbance.none(), SlidingCase.random(random, 150));
    }

    @RepeatedTest(20)
    void sendsTheSameWithASnapshotAndRestoreAfterEachStep(Random random) throws Exception {
        run(Backend.HEAP, Disturbance.restoringEvery(1), SlidingCase.random(random, 60));
    }

    @RepeatedTest(25)
    void sendsTheSameThroughRescalesAndLostWork(Random random) throws Exception {
        run(
                Backend.HEAP,
                Disturbance.restoringEvery(7).rescaling(1, 2).losing(5),
                SlidingCase.random(random, 120));
    }

    @RepeatedTest(8)
    void sendsTheSameWithHundredsOfEventsInARange(Random random) throws Exception {
        run(
                Backend.HEAP,
                Disturbance.restoringEvery(400 + random.nextInt(400)).rescaling(1, 2).losing(50),
                SlidingCase.wide(random, 4_000));
    }

    @RepeatedTest(4)
    void sendsTheSameOnRocksDb(Random random) throws Exception {
        run(
                Backend.ROCKSDB,
                Disturbance.restoringEvery(30).rescaling(1, 2).losing(5),
                SlidingCase.random(random, 100));
        run(
                Backend.ROCKSDB,
                Disturbance.restoringEvery(900).rescaling(1, 2).losing(50),
                SlidingCase.wide(random, 4_000));
    }

    @Test
    void theCheckCatchesARangeThatIsLongerByOne(Random random) throws Exception {
        Mutant.mustBeCaught(
                random,
                20,
                histories -> {
                    SlidingCase sliding = SlidingCase.random(histories, 150);
                    undisturbed().ofSum(sliding.longerBy(1), sliding);
                });
    }

    @Test
    void theCheckCatchesALatenessThatIsLongerByOne(Random random) throws Exception {
        Mutant.mustBeCaught(
                random,
                20,
                histories -> {
                    SlidingCase sliding = SlidingCase.random(histories, 150);
                    undisturbed().ofList(sliding.laterBy(1), sliding);
                });
    }

    private static SlidingCheck undisturbed() {
        return new SlidingCheck(Backend.HEAP, Disturbance.none());
    }

    private static void run(Backend backend, Disturbance disturbance, SlidingCase sliding)
            throws Exception {
        SlidingCheck check = new SlidingCheck(backend, disturbance);
        check.ofSum(sliding, sliding);
        check.ofList(sliding, sliding);
    }
}
