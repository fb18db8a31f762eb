package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.flink.util.function.SerializableFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever happens to a job, each event is in the table once; and broken twins are caught. */
@ExtendWith({TestDatabase.class, SeededRandom.class})
class LedgeredRowsPropertyIT {

    private static final int ATTEMPTS = 30;

    @RepeatedTest(30)
    void eachEventIsInTheTableOnce(Random random) throws Exception {
        LedgerCheck.ofTheSink(random);
    }

    @RepeatedTest(30)
    void eachEventIsInTheTableOnceAlsoFromOlderCheckpoints(Random random) throws Exception {
        LedgerCheck.ofTheSinkThatRollsForward(random);
    }

    @Test
    void aLedgerOutsideTheTransactionIsCaught(Random random) throws Exception {
        caught(random, BrokenLedger::outsideTheTransaction, false);
    }

    @Test
    void aLedgerThatForgetsIsCaught(Random random) throws Exception {
        caught(random, BrokenLedger::thatForgets, false);
    }

    @Test
    void aLedgerThatConfusesSubtasksIsCaught(Random random) throws Exception {
        caught(random, BrokenLedger::thatConfusesSubtasks, false);
    }

    @Test
    void aLedgerThatComparesNoWritersAndKnowsNoAgeIsCaught(Random random) throws Exception {
        caught(random, BrokenLedger::withoutAgeAndWriters, true);
    }

    @Test
    void positionsThatTellRowsOfOneOffsetNotApartAreCaught(Random random) throws Exception {
        caught(random, sql -> sql.replace("place = r.c3", "place = 0"));
    }

    @Test
    void positionsThatStayWhereTheyAreAreCaught(Random random) throws Exception {
        caught(random, sql -> sql + " AND p.position IS NULL");
    }

    private static void caught(Random random, SerializableFunction<String, String> fault)
            throws Exception {
        Dialect twin = BrokenDialect.in("raisePositions", fault);
        Mutant.mustBeCaught(random, ATTEMPTS, one -> LedgerCheck.of(twin, one));
    }

    private static void caught(Random random, Supplier<Ledger> twin, boolean rollsForward)
            throws Exception {
        Mutant.mustBeCaught(random, ATTEMPTS, one -> LedgerCheck.of(twin, rollsForward, one));
    }
}
