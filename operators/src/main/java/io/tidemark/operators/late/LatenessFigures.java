package io.tidemark.operators.late;

import io.tidemark.operators.aggregate.Histogram;
import io.tidemark.operators.aggregate.Quantiles;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * What a part of the late stream, or of the ledger, amounts to: on its way to the summary, and in
 * its state. Public, or it would fall to Kryo.
 *
 * @param accounts what the ledger counted, by account
 * @param late how many late events there were
 * @param lateBy how late they were, in milliseconds
 * @param maxLateBy the most of it, exactly; 0 if there was none
 * @param keys how many were of each key; the rest is in no count
 * @param keyError by how much a count of a key is too low at most
 * @param windows how many missed each window, by the window's end; the rest is in no count
 * @param windowError by how much a count of a window is too low at most
 */
public record LatenessFigures(
        Map<LedgerAccount, Long> accounts,
        long late,
        Histogram lateBy,
        long maxLateBy,
        Map<String, Long> keys,
        long keyError,
        Map<Long, Long> windows,
        long windowError) {

    /** How late an event was, at the quantiles that a summary tells. */
    static final Quantiles<Long> LATE_BY = Quantiles.of(Long::doubleValue, 0.5, 0.9, 0.99);

    static final TypeInformation<Map<LedgerAccount, Long>> ACCOUNTS_TYPE =
            Types.MAP(Types.ENUM(LedgerAccount.class), Types.LONG);

    /** The type without Kryo. */
    static final TypeInformation<LatenessFigures> TYPE =
            Types.POJO(
                    LatenessFigures.class,
                    Map.of(
                            "accounts",
                            ACCOUNTS_TYPE,
                            "late",
                            Types.LONG,
                            "lateBy",
                            LATE_BY.accumulatorType(),
                            "maxLateBy",
                            Types.LONG,
                            "keys",
                            Types.MAP(Types.STRING, Types.LONG),
                            "keyError",
                            Types.LONG,
                            "windows",
                            Types.MAP(Types.LONG, Types.LONG),
                            "windowError",
                            Types.LONG));

    /** What one entry of the ledger amounts to. */
    static LatenessFigures of(LedgerEntry entry) {
        return new LatenessFigures(
                Map.of(entry.account(), entry.increment()),
                0,
                LATE_BY.createAccumulator(),
                0,
                Map.of(),
                0,
                Map.of(),
                0);
    }
}
