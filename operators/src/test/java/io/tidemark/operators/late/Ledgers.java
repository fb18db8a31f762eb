package io.tidemark.operators.late;

import java.util.List;

/** Reads a ledger as its reader does: the sum of the log is the total. */
public final class Ledgers {

    private Ledgers() {}

    /** The total of one account. */
    public static long total(List<LedgerEntry> ledger, LedgerAccount account) {
        return ledger.stream()
                .filter(entry -> entry.account() == account)
                .mapToLong(LedgerEntry::increment)
                .sum();
    }
}
