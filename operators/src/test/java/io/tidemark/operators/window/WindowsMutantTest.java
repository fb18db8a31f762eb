package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.window.BrokenEngine.Fault;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(SeededRandom.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WindowsMutantTest {

    private static final Disturbance DISTURBED =
            Disturbance.restoringEvery(20).rescaling(1, 2).losing(3);

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "STAYS_DUE"})
    void theCheckCatches(Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(random, 100, history -> check(fault, history));
    }

    @Test
    void theCheckPassesASoundTwin(Random random) throws Exception {
        for (int i = 0; i < 20; i++) {
            check(Fault.NONE, random);
        }
    }

    private static void check(Fault fault, Random random) throws Exception {
        AlignedCase<?, ?> one = AlignedCase.random(random);
        one.check(BrokenWindows.with(fault), one.history(), Backend.HEAP, DISTURBED);
    }
}
