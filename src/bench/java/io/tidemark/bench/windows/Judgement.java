package io.tidemark.bench.windows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target and what became of it.
 *
 * @param value the ratio or value reached; null if an engine it takes did not run
 * @param held null if that cannot be said: without a value, if the engines' rows differ or were not
 *     compared, if our windows had not filled, or if the other's had not and the target might hold,
 *     or no longer, once they have
 */
record Judgement(Target target, @Nullable Double value, @Nullable Boolean held) {

    static List<Judgement> of(CaseResult result, List<CaseResult> all) {
        return result.windowCase().targets().stream()
                .filter(target -> target.backend() == result.backend())
                .map(target -> judge(target, result, all))
                .toList();
    }

    private static Judgement judge(Target target, CaseResult result, List<CaseResult> all) {
        Double value = value(target, result, all);
        return new Judgement(
                target,
                value,
                value == null || !counts(target, result, all)
                        ? null
                        : heldSoFar(target, result, target.holds(value)));
    }

    /**
     * An engine whose windows had not filled would only get slower: what it does not reach, it may.
     */
    private static @Nullable Boolean heldSoFar(Target target, CaseResult result, boolean holds) {
        boolean atLeast =
                target.measure() == Target.Measure.ENGINE && !result.filled(target.against());
        return atLeast && !holds ? null : Boolean.valueOf(holds);
    }

    private static boolean counts(Target target, CaseResult result, List<CaseResult> all) {
        Agreement.Verdict verdict = result.agreement().verdict();
        if (verdict != Agreement.Verdict.EQUAL && verdict != Agreement.Verdict.ALONE) {
            return false;
        }
        if (!result.filled(Engines.OURS)) {
            return false;
        }
        return switch (target.measure()) {
            case ENGINE -> result.filled(target.against()) || !result.windowCase().fillsThinly();
            case OUR_HEAP, OUR_CASE -> {
                CaseResult other = other(target, result, all);
                yield other != null && other.filled(Engines.OURS);
            }
            case BARRIER, BUSIEST -> true;
        };
    }

    private static @Nullable Double value(Target target, CaseResult result, List<CaseResult> all) {
        if (!result.has(Engines.OURS)) {
            return null;
        }
        return switch (target.measure()) {
            case ENGINE -> result.ratio(target.against());
            case OUR_HEAP, OUR_CASE -> toOurs(result, other(target, result, all));
            case BARRIER -> result.barrierMillis(Engines.OURS);
            case BUSIEST -> result.busiest(Engines.OURS);
        };
    }

    private static @Nullable Double toOurs(CaseResult result, @Nullable CaseResult other) {
        return other == null || !other.has(Engines.OURS)
                ? null
                : result.speed(Engines.OURS) / other.speed(Engines.OURS);
    }

    private static @Nullable CaseResult other(
            Target target, CaseResult result, List<CaseResult> all) {
        return target.measure() == Target.Measure.OUR_HEAP
                ? find(all, result.windowCase().name(), Backend.HEAP)
                : find(all, target.against(), result.backend());
    }

    private static @Nullable CaseResult find(
            List<CaseResult> all, String windowCase, Backend backend) {
        for (CaseResult result : all) {
            if (result.windowCase().name().equals(windowCase) && result.backend() == backend) {
                return result;
            }
        }
        return null;
    }
}
