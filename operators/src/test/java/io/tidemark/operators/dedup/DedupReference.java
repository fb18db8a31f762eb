package io.tidemark.operators.dedup;

import java.util.ArrayList;
import java.util.List;

/**
 * Deduplication as a sentence: keeps every purchase it ever admitted and compares with them all.
 */
final class DedupReference {

    private DedupReference() {}

    static List<Purchase> admitted(DedupCase dedup) {
        List<Purchase> admitted = new ArrayList<>();
        for (Purchase next : dedup.history().elements()) {
            boolean repeat = false;
            for (Purchase before : admitted) {
                long distance = Math.abs(before.time() - next.time());
                repeat |= before.id().equals(next.id()) && distance <= dedup.horizonMillis();
            }
            if (!repeat) {
                admitted.add(next);
            }
        }
        return admitted;
    }
}
