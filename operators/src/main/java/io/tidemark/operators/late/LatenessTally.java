package io.tidemark.operators.late;

import io.tidemark.operators.aggregate.Histogram;
import java.util.EnumMap;
import java.util.Map;

/** Figures that are being added up, in bounded memory. */
final class LatenessTally {

    /** More distinct keys than these, and their counts become estimates with a bound. */
    static final int KEYS_KEPT = 256;

    /** The same for windows. */
    static final int WINDOWS_KEPT = 1024;

    /** A key is told by so many characters of it. */
    static final int KEY_LENGTH = 200;

    private final Map<LedgerAccount, Long> accounts = new EnumMap<>(LedgerAccount.class);
    private final FrequentItems<String> keys = new FrequentItems<>(KEYS_KEPT);
    private final FrequentItems<Long> windows = new FrequentItems<>(WINDOWS_KEPT);
    private Histogram lateBy = LatenessFigures.LATE_BY.createAccumulator();
    private long maxLateBy;
    private long late;

    void add(Late<?> event, String key) {
        late++;
        LatenessFigures.LATE_BY.add(event.lateByMillis(), lateBy);
        maxLateBy = Math.max(maxLateBy, event.lateByMillis());
        keys.add(shortened(key));
        windows.add(event.missedWindowEnd());
    }

    void add(LatenessFigures part) {
        addAccounts(part.accounts());
        late += part.late();
        LatenessFigures.LATE_BY.merge(lateBy, part.lateBy());
        maxLateBy = Math.max(maxLateBy, part.maxLateBy());
        keys.addAll(part.keys(), part.keyError());
        windows.addAll(part.windows(), part.windowError());
    }

    void addAccounts(Map<LedgerAccount, Long> increments) {
        increments.forEach((account, more) -> accounts.merge(account, more, Long::sum));
    }

    boolean isEmpty() {
        return late == 0 && accounts.isEmpty();
    }

    /** What has been added since the last {@link #clear}; shares nothing with the tally. */
    LatenessFigures figures() {
        return new LatenessFigures(
                Map.copyOf(accounts),
                late,
                LatenessFigures.LATE_BY.merge(LatenessFigures.LATE_BY.createAccumulator(), lateBy),
                maxLateBy,
                keys.counts(),
                keys.error(),
                windows.counts(),
                windows.error());
    }

    void clear() {
        accounts.clear();
        keys.clear();
        windows.clear();
        lateBy = LatenessFigures.LATE_BY.createAccumulator();
        maxLateBy = 0;
        late = 0;
    }

    private static String shortened(String key) {
        if (key.length() <= KEY_LENGTH) {
            return key;
        }
        int end = Character.isHighSurrogate(key.charAt(KEY_LENGTH - 1)) ? 1 : 0;
        return key.substring(0, KEY_LENGTH - end);
    }
}
