package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.SeededRandom;
import java.util.Random;
import org.apache.flink.util.function.SerializableFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever order a changelog comes in, the table is the same; and broken twins are caught. */
@ExtendWith({TestDatabase.class, SeededRandom.class})
class VersionedUpsertPropertyIT {

    private static final int ATTEMPTS = 50;

    @RepeatedTest(60)
    void anyPermutationWithRepeatsGivesTheSameTable(Random random) throws Exception {
        UpsertCheck.ofTheSink().on(random);
    }

    @Test
    void aTwinThatTakesEqualVersionsIsCaught(Random random) throws Exception {
        caught(random, sql -> sql.replace(") < (excluded.", ") <= (excluded."));
    }

    @Test
    void aTwinThatComparesTheMajorNumberOnlyIsCaught(Random random) throws Exception {
        caught(
                random,
                sql ->
                        sql.replaceFirst(
                                "WHERE .* < .*", "WHERE t.version_major < excluded.version_major"));
    }

    @Test
    void aTwinThatComparesNothingIsCaught(Random random) throws Exception {
        caught(random, sql -> sql.replaceFirst(" WHERE \\(t\\..*", ""));
    }

    @Test
    void aTwinWithoutTombstonesIsCaught(Random random) throws Exception {
        caught(random, sql -> sql + " AND NOT excluded.deleted");
    }

    @Test
    void aTwinThatCutsWhatDoesNotFitIsCaught(Random random) throws Exception {
        caught(random, sql -> sql.replace("AS varchar[]", "AS varchar(8)[]"));
    }

    private static void caught(Random random, SerializableFunction<String, String> broken)
            throws Exception {
        Dialect twin = BrokenDialect.inItsUpsert(broken);
        Mutant.mustBeCaught(random, ATTEMPTS, UpsertCheck.of(twin)::on);
    }
}
