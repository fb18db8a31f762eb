package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.CountingOperator.Fault;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Mutant;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.SeededRandom;
import io.tidemark.operators.testing.TestStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(SeededRandom.class)
class LedgerCountersTest {

    private static final Disturbance DISTURBED =
            Disturbance.restoringEvery(4).rescaling(1, 3, 2).losing(3);

    @RepeatedTest(5)
    void incrementsAndTotalsAddUpThroughRestoresLossesAndRescales(Random random) throws Exception {
        check(Fault.NONE, Backend.HEAP, DISTURBED, random);
    }

    @RepeatedTest(5)
    void incrementsAndTotalsAddUpWithARestoreAfterEachStep(Random random) throws Exception {
        check(Fault.NONE, Backend.HEAP, Disturbance.restoringEvery(1), random);
    }

    @Test
    void incrementsAndTotalsAddUpOnRocksDb(Random random) throws Exception {
        check(Fault.NONE, Backend.ROCKSDB, DISTURBED, random);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void theCheckCatches(Fault fault, Random random) throws Exception {
        Mutant.mustBeCaught(random, 20, history -> check(fault, Backend.HEAP, DISTURBED, history));
    }

    private static void check(Fault fault, Backend backend, Disturbance disturbance, Random random)
            throws Exception {
        History<LedgerAccount> history = History.empty();
        for (int i = 0; i < 30; i++) {
            LedgerAccount account =
                    random.nextBoolean() ? LedgerAccount.ADMITTED : LedgerAccount.DUPLICATE;
            history.element(account, i);
            if (random.nextInt(6) == 0) {
                history.barrier();
            }
        }
        DataStream<LedgerAccount> accounts = TestStream.of(Types.ENUM(LedgerAccount.class));
        SingleOutputStreamOperator<String> totals =
                accounts.transform("counting", Types.STRING, new CountingOperator(fault));

        Outcome<String> outcome =
                Replay.through(accounts, totals).on(backend).under(disturbance).run(history);

        assertThat(outcome.restores()).isPositive();
        for (LedgerAccount account : LedgerAccount.values()) {
            long expected = history.elements().stream().filter(account::equals).count();
            assertThat(
                            Ledgers.total(
                                    outcome.side(totals.getSideOutput(CountingOperator.LEDGER)),
                                    account))
                    .as("sum of the increments of %s", account)
                    .isEqualTo(expected);
            assertThat(
                            outcome.values().stream()
                                    .filter(total -> total.startsWith(account.label() + "="))
                                    .mapToLong(
                                            total ->
                                                    Long.parseLong(
                                                            total.substring(
                                                                    total.indexOf('=') + 1)))
                                    .sum())
                    .as("what the gauges of %s show at the end", account)
                    .isEqualTo(expected);
        }
    }

    @Test
    void anEntryIsOneJsonObject() {
        assertThat(
                        new String(
                                LedgerJson.write(new LedgerEntry(LedgerAccount.LATE_AT_GATE, 3)),
                                StandardCharsets.UTF_8))
                .isEqualTo("{\"account\":\"late_at_gate\",\"increment\":3}");
    }

    @Test
    void labelsAreStable() {
        assertThat(LedgerAccount.values())
                .extracting(LedgerAccount::label)
                .containsExactly(
                        "rejected",
                        "admitted",
                        "duplicate",
                        "late_at_gate",
                        "late_at_window",
                        "ahead",
                        "out_of_range");
        assertThat(LedgerCounters.METRIC_PREFIX).isEqualTo("tidemark_ledger_");
    }
}
