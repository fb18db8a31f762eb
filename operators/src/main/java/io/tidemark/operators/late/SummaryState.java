package io.tidemark.operators.late;

import java.util.Map;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * What a checkpoint keeps of a summary: one row; the name of the state is part of every savepoint.
 * Public, or it would fall to Kryo.
 *
 * @param from when the last summary left, by the clock, epoch milliseconds
 * @param since what came after it
 * @param accounts what the ledger counted up to it, by account
 * @param late how many late events there were up to it
 */
public record SummaryState(
        long from, LatenessFigures since, Map<LedgerAccount, Long> accounts, long late) {

    static final ListStateDescriptor<SummaryState> STATE =
            new ListStateDescriptor<>(
                    "lateness-summary",
                    Types.POJO(
                            SummaryState.class,
                            Map.of(
                                    "from",
                                    Types.LONG,
                                    "since",
                                    LatenessFigures.TYPE,
                                    "accounts",
                                    LatenessFigures.ACCOUNTS_TYPE,
                                    "late",
                                    Types.LONG)));
}
