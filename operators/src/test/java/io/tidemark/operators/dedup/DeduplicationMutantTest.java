package io.tidemark.operators.dedup;

import io.tidemark.operators.dedup.BrokenDeduplication.Fault;
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
class DeduplicationMutantTest {

    private static final Disturbance DISTURBED =
            Disturbance.restoringEvery(12).rescaling(1, 2).losing(3);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theCheckCatches(Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(
                random,
                100,
                history ->
                        DedupCheck.run(
                                BrokenDeduplication.with(fault),
                                Backend.HEAP,
                                DISTURBED,
                                80,
                                history));
    }

    @Test
    void theCheckPassesASoundTwin(Random random) throws Exception {
        for (int i = 0; i < 10; i++) {
            DedupCheck.run(
                    BrokenDeduplication.with(Fault.NONE), Backend.HEAP, DISTURBED, 80, random);
        }
    }
}
