package io.tidemark.system.guarantee;

import io.tidemark.system.guarantee.Violation.Kind;
import java.util.List;

/** What went in, measured apart from the job, is the sum of the accounts. */
public final class LedgerAddsUp implements Guarantee {

    @Override
    public List<Violation> violations(History history) {
        long sum = history.accounts().values().stream().mapToLong(Long::longValue).sum();
        return sum == history.in()
                ? List.of()
                : List.of(
                        new Violation(
                                Kind.UNACCOUNTED,
                                "in = %d, but %s sum up to %d"
                                        .formatted(history.in(), history.accounts(), sum)));
    }
}
