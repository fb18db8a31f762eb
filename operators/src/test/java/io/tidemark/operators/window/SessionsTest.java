package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.time.Duration;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Sessions beside the reference, over random histories; {@code -Dtidemark.histories=10} takes ten
 * times as many.
 */
@ExtendWith(SeededRandom.class)
class SessionsTest {

    private static final int TIMES = Integer.getInteger("tidemark.histories", 1);

    @Test
    void sendWhatTheReferenceSends(Random random) throws Exception {
        run(400, Backend.HEAP, Disturbance.none(), 150, random);
    }

    @Test
    void sendTheSameWithASnapshotAndRestoreAfterEachStep(Random random) throws Exception {
        run(8, Backend.HEAP, Disturbance.restoringEvery(1), 60, random);
    }

    @Test
    void sendTheSameThroughRescalesAndLostWork(Random random) throws Exception {
        run(
                300,
                Backend.HEAP,
                Disturbance.restoringEvery(12).rescaling(1, 2, 1, 3).losing(5),
                100,
                random);
    }

    @Test
    void sendTheSameOnRocksDb(Random random) throws Exception {
        run(
                8,
                Backend.ROCKSDB,
                Disturbance.restoringEvery(25).rescaling(1, 2).losing(5),
                100,
                random);
    }

    @Test
    void theCheckCatchesAGapThatIsTooLong(Random random) throws Exception {
        mustCatch(random, asked -> asked.withGap(asked.gap() + 1));
    }

    @Test
    void theCheckCatchesALatenessThatIsTooLong(Random random) throws Exception {
        mustCatch(random, asked -> asked.withLateness(asked.lateness() + 1));
    }

    @Test
    void theCheckCatchesRowsThatAreNotTakenBack(Random random) throws Exception {
        mustCatch(
                random,
                asked -> asked.with(Panes.accumulating()),
                asked -> asked.with(Panes.retracting()));
    }

    @Test
    void theCheckCatchesATickThatComesTooLate(Random random) throws Exception {
        mustCatch(random, asked -> early(asked, 6), asked -> early(asked, 5));
    }

    private static SessionCase early(SessionCase asked, long millis) {
        return asked.with(Panes.accumulating().earlyEvery(Duration.ofMillis(millis)));
    }

    private static void mustCatch(Random random, UnaryOperator<SessionCase> fault)
            throws Exception {
        mustCatch(random, fault, UnaryOperator.identity());
    }

    private static void mustCatch(
            Random random, UnaryOperator<SessionCase> built, UnaryOperator<SessionCase> asked)
            throws Exception {
        Mutant.mustBeCaught(
                random,
                200,
                each -> {
                    SessionCase drawn = SessionCase.random(each, 100);
                    SessionCheck.run(
                            built.apply(drawn),
                            asked.apply(drawn),
                            Backend.HEAP,
                            Disturbance.none());
                });
    }

    private static void run(
            int histories, Backend backend, Disturbance disturbance, int steps, Random random)
            throws Exception {
        for (int i = 0; i < histories * TIMES; i++) {
            SessionCase drawn = SessionCase.random(new Random(random.nextLong()), steps);
            SessionCheck.run(drawn, drawn, backend, disturbance);
        }
    }
}
