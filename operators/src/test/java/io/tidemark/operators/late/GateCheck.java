package io.tidemark.operators.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.late.GateReference.Verdicts;
import io.tidemark.operators.late.LatenessGate.GatedStream;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.util.List;
import java.util.Random;
import org.apache.flink.streaming.api.datastream.DataStream;

/** What must hold of a gate, sound or broken: it says of each row what the reference says. */
final class GateCheck {

    /** Builds a gate, the real one or a broken twin. */
    @FunctionalInterface
    interface Builder {
        GatedStream<Row> build(GateCase gate, DataStream<Row> rows);

        /**
         * How many entries of state it keeps of a partition, for ever: its progress, and closed.
         */
        default int entriesOfPartition() {
            return 2;
        }
    }

    private GateCheck() {}

    static void run(Builder builder, Backend backend, Disturbance disturbance, Random random)
            throws Exception {
        GateCase gate = GateCase.random(random);
        History<Row> history = gate.interleaved(random);
        DataStream<Row> rows = TestStream.of(Row.TYPE);
        GatedStream<Row> gated = builder.build(gate, rows);

        Outcome<Row> outcome =
                Replay.through(rows, gated.passed())
                        .on(backend)
                        .under(disturbance)
                        .leavingEntries(gate.partitions().size() * builder.entriesOfPartition())
                        .run(history);

        if (disturbance.everySteps() > 0) {
            assertThat(outcome.restores()).as("the disturbance struck").isPositive();
        }
        List<Late<Row>> late = outcome.side(gated.late());
        long lateInAll = 0;
        long aheadInAll = 0;
        for (List<Row> log : gate.partitions()) {
            int partition = log.get(0).partition();
            Verdicts expected = GateReference.judge(gate, log);
            assertThat(late.stream().filter(one -> one.event().partition() == partition))
                    .as("late rows of partition %s in %s", partition, gate)
                    .containsExactlyElementsOf(expected.late());
            assertThat(outcome.values().stream().filter(row -> row.partition() == partition))
                    .as("passed rows of partition %s in %s", partition, gate)
                    .containsExactlyElementsOf(expected.passed());
            lateInAll += expected.late().size();
            aheadInAll += expected.ahead();
        }
        assertThat(outcome.records()).allMatch(r -> r.getTimestamp() == r.getValue().time());
        List<LedgerEntry> ledger = outcome.side(gated.ledger());
        assertThat(ledger).allMatch(entry -> entry.increment() >= 1);
        assertThat(Ledgers.total(ledger, LedgerAccount.LATE_AT_GATE)).isEqualTo(lateInAll);
        assertThat(Ledgers.total(ledger, LedgerAccount.AHEAD)).isEqualTo(aheadInAll);
    }
}
