package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.window.BrokenEngine.Fault;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault of a window engine is noticed by the histories that sound windows pass. */
@ExtendWith(SeededRandom.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WindowsMutantTest {

    private static final Disturbance DISTURBED =
            Disturbance.restoringEvery(20).rescaling(1, 2).losing(3);

    static Stream<Arguments> everyFault() {
        return Arrays.stream(DrawnKind.values())
                .flatMap(kind -> kind.faults().stream().map(fault -> Arguments.of(kind, fault)));
    }

    @ParameterizedTest
    @MethodSource("everyFault")
    void theCheckCatches(DrawnKind kind, Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(random, 300, history -> check(kind, fault, history));
    }

    @ParameterizedTest
    @EnumSource
    void theCheckPassesASoundTwin(DrawnKind kind, Random random) throws Exception {
        for (int i = 0; i < 20; i++) {
            check(kind, Fault.NONE, random);
        }
    }

    private static void check(DrawnKind kind, Fault fault, Random random) throws Exception {
        OperatorCase<?> one = kind.random(random);
        try {
            one.check(fault, one.history(), Backend.HEAP, DISTURBED);
        } catch (RuntimeException broken) {
            throw new AssertionError("does not even get through the history", broken);
        }
    }
}
