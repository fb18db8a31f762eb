package io.tidemark.system.guarantee;

import io.tidemark.system.guarantee.Violation.Kind;
import java.util.List;

/** No transaction is left open that would keep readers from what was committed behind it. */
public final class StableOffsetReachesEnd implements Guarantee {

    @Override
    public List<Violation> violations(History history) {
        return history.logs().stream()
                .filter(log -> log.stableOffset() < log.endOffset())
                .map(
                        log ->
                                new Violation(
                                        Kind.HIDDEN,
                                        "%s from %d to %d"
                                                .formatted(
                                                        log.partition(),
                                                        log.stableOffset(),
                                                        log.endOffset())))
                .toList();
    }
}
