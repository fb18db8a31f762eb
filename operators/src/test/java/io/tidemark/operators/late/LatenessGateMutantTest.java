package io.tidemark.operators.late;

import io.tidemark.operators.late.BrokenGate.Fault;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(SeededRandom.class)
class LatenessGateMutantTest {

    private static final Disturbance DISTURBED =
            Disturbance.restoringEvery(4).rescaling(1, 2).losing(2);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theCheckCatches(Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(
                random,
                50,
                history -> GateCheck.run(BrokenGate.with(fault), Backend.HEAP, DISTURBED, history));
    }

    @Test
    void theCheckPassesASoundTwin(Random random) throws Exception {
        for (int i = 0; i < 5; i++) {
            GateCheck.run(BrokenGate.with(Fault.NONE), Backend.HEAP, DISTURBED, random);
        }
    }
}
