package io.tidemark.operators.window;

import io.tidemark.operators.late.Late;
import io.tidemark.operators.late.LedgerEntry;
import java.io.Serializable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;

/**
 * The side outputs of windows.
 *
 * @param late events too late for all of their windows
 * @param partlyLate events too late for some of them
 * @param outOfRange events with a time that no window can have
 * @param ledger what was counted since the last checkpoint
 * @param reportsPartlyLate whether anything goes to {@code partlyLate}
 * @param <T> the type of the events
 */
record WindowOutputs<T>(
        OutputTag<Late<T>> late,
        OutputTag<PartlyLate<T>> partlyLate,
        OutputTag<T> outOfRange,
        OutputTag<LedgerEntry> ledger,
        boolean reportsPartlyLate)
        implements Serializable {

    static <T> WindowOutputs<T> of(TypeInformation<T> type, boolean reportsPartlyLate) {
        return new WindowOutputs<>(
                new OutputTag<>("late", Late.type(type)),
                new OutputTag<>("partly-late", PartlyLate.type(type)),
                new OutputTag<>("out-of-range", type),
                new OutputTag<>("ledger", TypeInformation.of(LedgerEntry.class)),
                reportsPartlyLate);
    }
}
