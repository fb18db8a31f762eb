package io.tidemark.operators.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.dedup.Deduplication.DeduplicatedStream;
import io.tidemark.operators.late.LedgerAccount;
import io.tidemark.operators.late.LedgerEntry;
import io.tidemark.operators.late.Ledgers;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.Replay;
import io.tidemark.operators.testing.TestStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.flink.streaming.api.datastream.DataStream;

/** What must hold of a deduplication, sound or broken: it admits what the reference admits. */
final class DedupCheck {

    /** Builds a deduplication, the real one or a broken twin. */
    @FunctionalInterface
    interface Builder {
        DeduplicatedStream<Purchase> build(DedupCase dedup, DataStream<Purchase> purchases);
    }

    private DedupCheck() {}

    static void run(
            Builder builder, Backend backend, Disturbance disturbance, int steps, Random random)
            throws Exception {
        DedupCase dedup = DedupCase.random(random, steps);
        DataStream<Purchase> purchases = TestStream.of(Purchase.TYPE);
        DeduplicatedStream<Purchase> deduplicated = builder.build(dedup, purchases);

        Outcome<Purchase> outcome =
                Replay.through(purchases, deduplicated.admitted())
                        .on(backend)
                        .under(disturbance)
                        .run(dedup.history());

        if (disturbance.everySteps() > 0) {
            assertThat(outcome.restores()).as("the disturbance struck").isPositive();
        }
        List<Purchase> expected = DedupReference.admitted(dedup);
        // Each element leaves before the next one comes, so the order is that of the input.
        List<Purchase> admitted = new ArrayList<>(outcome.values());
        assertThat(admitted)
                .as("%s", dedup)
                .isSortedAccordingTo(Comparator.comparing(Purchase::sequence))
                .containsExactlyElementsOf(expected);
        assertThat(outcome.records()).allMatch(r -> r.getTimestamp() == r.getValue().time());
        List<LedgerEntry> ledger = outcome.side(deduplicated.ledger());
        long all = dedup.history().elements().size();
        assertThat(Ledgers.total(ledger, LedgerAccount.ADMITTED)).isEqualTo(expected.size());
        assertThat(Ledgers.total(ledger, LedgerAccount.DUPLICATE)).isEqualTo(all - expected.size());
    }
}
